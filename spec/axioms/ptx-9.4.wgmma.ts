/** Programs of one warpgroup, of which lane 0 of each warp runs, for the specs of `wgmma`. */

/** Computes the descriptor of a matrix that lies without gaps. */
const descriptor = (memory: string, register: string): string =>
  `mov.u64 a, ${memory}; and.b64 b, a, 0x3ffff; shr.u64 c, b, 4; or.b64 ${register}, c, 0x100010000;`

/** The matrices `tile`, of 256 bytes, and `other`. */
export const describe = `${descriptor('tile', 'desc')} ${descriptor('other', 'desc2')}`

export const fence = 'wgmma.fence.sync.aligned;'
export const multiply = (to = '{d0, d1, d2, d3}', from = 'desc') =>
  `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 ${to}, ${from}, desc, 1, 1, 1, ${from.startsWith('{') ? '' : '0, '}0;`
export const commit = 'wgmma.commit_group.sync.aligned;'
export const wait = (pending = 0) => `wgmma.wait_group.sync.aligned ${pending};`
/** A whole operation with its wait. */
export const whole = `${fence} ${multiply()} ${commit} ${wait()}`

/** Returns a program in which each warp does the same, except for what one thread alone does before or after. */
export function warpgroup(lines: string, { first = '', last = '', others = '' } = {}, more = ''): string {
  const warps = [0, 32, 64, 96].map(
    (thread) =>
      `d0.b0.t${thread} { ${describe} ${thread === 0 ? first : ''} ${lines} ${thread === 0 ? last : others} }`,
  )
  return `.shared .align 128 .b8 tile[256]; .shared .align 128 .b8 other[256]; .shared .b64 full; .shared .b64 empty; .global .align 16 .b8 src[256]; ${warps.join(' ')} ${more} check (true) as q;`
}
