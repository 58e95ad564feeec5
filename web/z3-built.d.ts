/** Emscripten's JavaScript of z3, which has no types. */
declare module 'z3-solver/build/z3-built.js' {
  const runtime: unknown
  export default runtime
}
