;; The calls of C++ that may throw. z3 is compiled for engines without exceptions: it makes such calls by way of JavaScript (Emscripten's
;; `invoke_…`), millions of them in a second's work. Engines have had exceptions for long; with them WebAssembly makes these calls itself,
;; in two thirds of the time, and JavaScript is left with what throws.
;;
;; build.mjs repeats the function between the two marks for each `invoke_…` that z3 imports, with the words in capitals replaced.
(module
  ;; Whether the exception on its way is one of C++; forgets it.
  (import "env" "thrown" (func $thrown (result i32)))

  ;; Both are to be filled before any call: with the functions of z3, and with three of its runtime (`runtimeFunctions` in instantiate.ts).
  (table $functions (export "functions") 0 funcref)
  (table $runtime (export "runtime") 0 funcref)

  ;; {
  (func (export "NAME") (param i32) PARAMS RESULT
    (local $stack i32)
    (local.set $stack (call_indirect $runtime (result i32) (i32.const 0)))
    (try $call RESULT
      (do
        (call_indirect $functions PARAMS RESULT OPERANDS (local.get 0)))
      ;; Catches whatever is thrown but traps.
      (catch_all
        (if (i32.eqz (call $thrown))
          (then (rethrow $call)))
        (call_indirect $runtime (param i32) (local.get $stack) (i32.const 1))
        (call_indirect $runtime (param i32 i32) (i32.const 1) (i32.const 0) (i32.const 2))
        ZERO)))
  ;; }
)
