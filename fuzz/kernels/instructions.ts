/**
 * The lines that make up random kernels. In them `!h` is a register of 16 bits to write, `!r` one of 32, `!d` one of
 * 64, `!p` a predicate; `$` is a register to read, `?` is one or an immediate value, `?n` a small amount, `?b` one of a
 * byte, `?f` and `?g` are floating-point values of 32 and 64 bits. `%t` registers hold what a line needs itself. No
 * line has behaviour that the ISA leaves undefined, and none makes an address a value that is compared or stored in
 * global memory.
 */

const letters: Readonly<Record<string, string>> = { 16: 'h', 32: 'r', 64: 'd' }
const widthOf = (type: string): number => Number(type.slice(1))
/** Returns the register for a type. */
const of = (type: string): string => letters[widthOf(type)] ?? 'r'
/**
 * Returns the registers into which a type of this width or narrower may be loaded, from which it may be stored, and in
 * which it may be converted.
 */
const wideEnough = (type: string): readonly string[] =>
  Object.entries(letters).flatMap(([width, letter]) => (Number(width) >= widthOf(type) ? [letter] : []))

const integers = ['s16', 'u16', 's32', 'u32', 's64', 'u64']
const bits = ['b16', 'b32', 'b64']
const comparisons = (type: string): readonly string[] => [
  'eq',
  'ne',
  ...(type.startsWith('b') ? [] : ['lt', 'le', 'gt', 'ge']),
  ...(type.startsWith('u') ? ['lo', 'ls', 'hi', 'hs'] : []),
]

const arithmetic = integers.flatMap((type) => {
  const [to, from] = [`!${of(type)}`, `?${of(type)}`]
  const wide = { 16: '!r', 32: '!d' }[widthOf(type)]
  const temporary = `%t${of(type)}`
  const half = widthOf(type) / 2 - 1
  const divisors = [
    `and.b${widthOf(type)} ${temporary}, $${of(type)}, ${2 ** half - 1}; or.b${widthOf(type)} ${temporary}, ${temporary}, 1;`,
    // A negative number other than -1, by which the lowest integer must not be divided.
    `or.b${widthOf(type)} ${temporary}, $${of(type)}, -128; and.b${widthOf(type)} ${temporary}, ${temporary}, -2;`,
  ]
  return [
    ...['add', 'sub', 'mul.lo', 'mul.hi', 'min', 'max'].map((name) => `${name}.${type} ${to}, $${of(type)}, ${from};`),
    ...['mad.lo', 'mad.hi', 'sad'].map((name) => `${name}.${type} ${to}, $${of(type)}, ${from}, ${from};`),
    ...['div', 'rem'].flatMap((name) =>
      divisors.map((divisor) => `${divisor} ${name}.${type} ${to}, ${from}, ${temporary};`),
    ),
    ...(wide === undefined
      ? []
      : [
          `mul.wide.${type} ${wide}, $${of(type)}, ${from};`,
          `mad.wide.${type} ${wide}, $${of(type)}, ${from}, ${wide.replace('!', '?')};`,
        ]),
    ...(type.startsWith('s') ? ['abs', 'neg'].map((name) => `${name}.${type} ${to}, $${of(type)};`) : []),
  ]
})

/** Sums and products with more bits than a register. */
const extended = ['u32', 's32', 'u64', 's64'].flatMap((type) => {
  const [to, from, any, temporary] = [`!${of(type)}`, `$${of(type)}`, `?${of(type)}`, `%t${of(type)}`]
  return [
    `add.cc.${type} ${temporary}, ${from}, ${any}; addc.${type} ${to}, ${from}, ${any};`,
    `add.cc.${type} ${temporary}, ${from}, ${any}; addc.cc.${type} ${temporary}, ${from}, ${any}; addc.${type} ${to}, ${any}, 0;`,
    `sub.cc.${type} ${temporary}, ${from}, ${any}; subc.${type} ${to}, ${from}, ${any};`,
    `sub.cc.${type} ${to}, ${from}, ${any}; subc.cc.${type} ${temporary}, ${from}, ${any}; subc.${type} ${to}, ${any}, 0;`,
    `mad.lo.cc.${type} ${temporary}, ${from}, ${any}, ${any}; madc.hi.${type} ${to}, ${from}, ${any}, ${any};`,
    `mad.hi.cc.${type} ${temporary}, ${from}, ${any}, ${any}; madc.lo.cc.${type} ${temporary}, ${from}, ${any}, ${any}; addc.${type} ${to}, 0, 0;`,
  ]
})

const ofParts = [
  ...['u32', 's32'].flatMap((type) => [
    ...['u32', 's32'].flatMap((other) => [
      `dp4a.${type}.${other} !r, $r, ?r, ?r;`,
      `dp2a.lo.${type}.${other} !r, $r, ?r, ?r;`,
      `dp2a.hi.${type}.${other} !r, $r, ?r, ?r;`,
    ]),
    ...['lo', 'hi'].flatMap((half) => [`mul24.${half}.${type} !r, $r, ?r;`, `mad24.${half}.${type} !r, $r, ?r, ?r;`]),
  ]),
  'mad24.hi.sat.s32 !r, $r, ?r, ?r;',
]

const saturating = ['add.sat.s32 !r, $r, ?r;', 'sub.sat.s32 !r, $r, ?r;', 'mad.hi.sat.s32 !r, $r, ?r, ?r;'] as const

const logic = bits.flatMap((type) => {
  const [to, from] = [`!${of(type)}`, `$${of(type)}`]
  return [
    ...['and', 'or', 'xor'].map((name) => `${name}.${type} ${to}, ${from}, ?${of(type)};`),
    ...['not', 'cnot'].map((name) => `${name}.${type} ${to}, ${from};`),
    `shl.${type} ${to}, ${from}, ?n;`,
    `selp.${type} ${to}, ${from}, ?${of(type)}, $p;`,
    `slct.${type}.s32 ${to}, ${from}, ?${of(type)}, $r;`,
    `mov.${type} ${to}, ?${of(type)};`,
  ]
})

const shifts = [
  ...[...bits, ...integers].map((type) => `shr.${type} !${of(type)}, $${of(type)}, ?n;`),
  ...['l.wrap', 'l.clamp', 'r.wrap', 'r.clamp'].map((mode) => `shf.${mode}.b32 !r, $r, ?r, ?n;`),
]

const bitFields = [
  ...['u32', 's32', 'u64', 's64'].flatMap((type) => [
    `bfe.${type} !${of(type)}, $${of(type)}, ?b, ?b;`,
    `bfind.${type} !r, $${of(type)};`,
    `bfind.shiftamt.${type} !r, $${of(type)};`,
  ]),
  ...['b32', 'b64'].flatMap((type) => [
    `bfi.${type} !${of(type)}, $${of(type)}, ?${of(type)}, ?b, ?b;`,
    `clz.${type} !r, $${of(type)};`,
    `popc.${type} !r, $${of(type)};`,
    `brev.${type} !${of(type)}, $${of(type)};`,
  ]),
  ...['wrap', 'clamp'].flatMap((mode) => [
    `bmsk.${mode}.b32 !r, ?n, ?n;`,
    `szext.${mode}.s32 !r, $r, ?n;`,
    `szext.${mode}.u32 !r, $r, ?n;`,
  ]),
  'prmt.b32 !r, $r, ?r, ?r;',
  ...['f4e', 'b4e', 'rc8', 'ecl', 'ecr', 'rc16'].map((mode) => `prmt.b32.${mode} !r, $r, ?r, $r;`),
  ...[0x80, 0xe8, 0x96, 0x1a, 0xfe, 0x2d].map((table) => `lop3.b32 !r, $r, ?r, $r, ${table};`),
]

const conversions = ['u8', 's8', ...integers].flatMap((to) =>
  ['u8', 's8', ...integers].flatMap((from) =>
    wideEnough(to).flatMap((target) =>
      wideEnough(from).flatMap((source) => [
        `cvt.${to}.${from} !${target}, $${source};`,
        ...(holdsAll(to, from) ? [] : [`cvt.sat.${to}.${from} !${target}, $${source};`]),
      ]),
    ),
  ),
)

/** Returns whether a type has every integer of another, so that nothing can saturate. */
function holdsAll(type: string, other: string): boolean {
  if (type.startsWith('u')) return other.startsWith('u') && widthOf(type) >= widthOf(other)
  return other.startsWith('s') ? widthOf(type) >= widthOf(other) : widthOf(type) > widthOf(other)
}

const predicates = [
  ...[...bits, ...integers].flatMap((type) =>
    comparisons(type).flatMap((operator) => {
      const sources = `$${of(type)}, ?${of(type)}`
      return [
        `setp.${operator}.${type} !p, ${sources};`,
        `setp.${operator}.${type} %tp|!p, ${sources};`,
        ...['and', 'or', 'xor'].map((combined) => `setp.${operator}.${combined}.${type} !p, ${sources}, $p;`),
        `setp.${operator}.xor.${type} !p|%tp, ${sources}, !$p;`,
        `set.${operator}.u32.${type} !r, ${sources};`,
        `set.${operator}.and.s32.${type} !r, ${sources}, $p;`,
      ]
    }),
  ),
]

/** Floating-point values are bits, which are compared as numbers. */
const floats = [
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan'].flatMap(
    (operator) => [
      `setp.${operator}.f32 !p, $r, ?f;`,
      `setp.${operator}.ftz.f32 !p|%tp, ?f, ?f;`,
      `setp.${operator}.xor.f32 %tp|!p, $r, $r, $p;`,
      `setp.${operator}.f64 !p, $d, ?g;`,
      `setp.${operator}.or.f64 !p, ?g, ?g, !$p;`,
      `setp.${operator}.f16 !p, $h, $h;`,
      `setp.${operator}.ftz.f16 !p, $h, $h;`,
      `setp.${operator}.bf16 !p, $h, $h;`,
      `set.${operator}.u32.f32 !r, $r, ?f;`,
      `set.${operator}.and.ftz.f32.f32 !r, $r, ?f, $p;`,
      `set.${operator}.s32.f64 !r, ?g, $d;`,
    ],
  ),
  'set.gt.f32.s32 !r, $r, ?r;',
  'slct.b32.f32 !r, $r, ?r, ?f;',
  'slct.ftz.b64.f32 !d, $d, ?d, $r;',
  'slct.f32.s32 !r, $r, ?f, $r;',
  'selp.f32 !r, $r, ?f, $p;',
  'selp.f64 !d, ?g, $d, $p;',
  'mov.f32 !r, ?f;',
  'mov.f64 !d, ?g;',
  'st.global.f32 [%g+@4], ?f;',
  'ld.shared.f64 !d, [sm+@8];',
  'ld.global.v2.f32 {%tr, !r}, [%g+@8];',
  'atom.global.exch.b32 !r, [%g+@4], ?f;',
]

const predicateLogic = [
  'and.pred !p, $p, $p;',
  'or.pred !p, $p, $p;',
  'xor.pred !p, $p, $p;',
  'not.pred !p, $p;',
  'mov.pred !p, $p;',
  'lop3.and.b32 !r|!p, $r, ?r, $r, 0x6a, $p;',
  'lop3.or.b32 _|!p, $r, ?r, $r, 0x80, $p;',
]

const halves = [
  'mov.b64 {%tr, !r}, $d;',
  'mov.b64 {!r, _}, $d;',
  'mov.b32 {!h, %th}, $r;',
  'mov.b64 {%th, %th1, !h, %th2}, $d;',
  'mov.b64 !d, {$r, ?r};',
  'mov.b32 !r, {?h, $h};',
  'mov.b64 !d, {$h, $h, $h, $h};',
]

const special = ['%tid.x', '%ntid.y', '%ctaid.x', '%nctaid.z', '%laneid'].map((name) => `mov.u32 !r, ${name};`)

const accessTypes = ['u8', 's8', 'b8', ...integers, ...bits]
/** Addresses of 16 bytes in each space, with the words of the space. An offset that suits the type follows `+`. */
const places: readonly (readonly [space: string, base: string])[] = [
  ['.global', '%g'],
  ['.global', 'gv'],
  ['', '%g'],
  ['.shared', 'sm'],
  ['.shared', '%s'],
  ['.shared::cta', '%s'],
  ['', '%sg'],
  ['.local', 'depot'],
  ['.local', '%SPL'],
  ['', '%SP'],
]
const loadOrders = ['', '', '', '.volatile', '.relaxed.gpu', '.acquire.sys']
const storeOrders = ['', '', '', '.volatile', '.relaxed.cta', '.release.gpu']
/** Only accesses to memory that other threads may see have orders. */
const orders = (all: readonly string[], [, base]: readonly [string, string]): readonly string[] =>
  ['depot', '%SPL', '%SP'].includes(base) ? [''] : all

const accesses = places.flatMap((place) =>
  accessTypes.flatMap((type) => {
    const [space, base] = place
    const size = widthOf(type) / 8
    const at = `[${base}+@${size}]`
    return wideEnough(type).flatMap((register) => [
      ...orders(loadOrders, place).map((order) => `ld${order}${space}.${type} !${register}, ${at};`),
      ...orders(storeOrders, place).map((order) => `st${order}${space}.${type} ${at}, $${register};`),
    ])
  }),
)

const vectors = places.flatMap(([space, base]) => [
  `ld${space}.v2.b32 {!r, %tr}, [${base}+@8];`,
  `ld${space}.v2.u16 {%tr, !r}, [${base}+@4];`,
  `ld${space}.v4.s8 {%tr, %tr1, !r, %tr2}, [${base}+@4];`,
  `ld${space}.v2.u64 {!d, %td}, [${base}];`,
  `ld${space}.v4.u32 {%tr, %tr1, !r, %tr2}, [${base}+0];`,
  `st${space}.v2.b32 [${base}+@8], {?r, $r};`,
  `st${space}.v4.b8 [${base}+@4], {$r, $r, $r, $r};`,
  `st${space}.v4.u16 [${base}+@8], {$h, $h, ?h, $h};`,
  `st${space}.v2.b64 [${base}], {$d, ?d};`,
])

/** An element, by an index. */
const indexed = [
  'and.b32 %tr, $r, 3; mul.wide.u32 %td, %tr, 4; add.s64 %td, %g, %td; ld.global.u32 !r, [%td];',
  'and.b32 %tr, $r, 3; mad.wide.u32 %td, %tr, 4, %g; st.global.u32 [%td], ?r;',
  'shl.b32 %tr, $r, 3; and.b32 %tr, %tr, 8; add.s32 %tr, %s, %tr; ld.shared.u64 !d, [%tr];',
  'bfe.u32 %tr, $r, 2, 2; cvt.u64.u32 %td, %tr; add.s64 %td, %SP, %td; st.u8 [%td+4], ?h;',
  'and.b64 %td, $d, 12; add.u64 %td, %td, %SPL; ld.local.s16 !r, [%td+2];',
]

/** Pointers in local memory, like spilt registers, and differences of pointers. */
const pointers = [
  'add.s64 %td, %g, 8; st.local.u64 [spill], %td; ld.local.u64 %td1, [spill]; ld.global.u32 !r, [%td1+4];',
  'add.s64 %td, %g, 12; sub.s64 !d, %td, %g;',
  ...['global', 'shared', 'shared::cta', 'local', 'const'].flatMap((space) =>
    ['%g', '%sg', '%SP'].map((address) => `isspacep.${space} !p, ${address};`),
  ),
  'cvta.to.shared.u64 %td, %sg; cvt.u32.u64 %tr, %td; sub.u32 !r, %tr, %s;',
]

const atomics = (
  [
    ['.global', '%g'],
    ['.global', 'gv'],
    ['', '%g'],
    ['.shared', '%s'],
    ['', '%sg'],
  ] as const
).flatMap(([space, base]) =>
  [
    ...['add', 'min', 'max'].flatMap((name) => ['u32', 's32', 'u64'].map((type) => [name, type] as const)),
    ...['min', 'max'].map((name) => [name, 's64'] as const),
    ...['inc', 'dec'].map((name) => [name, 'u32'] as const),
    ...['and', 'or', 'xor', 'exch', 'cas'].flatMap((name) => ['b32', 'b64'].map((type) => [name, type] as const)),
  ].flatMap(([name, type]) => {
    const sources = name === 'cas' ? `?${of(type)}, ?${of(type)}` : `?${of(type)}`
    const at = `[${base}+@${widthOf(type) / 8}]`
    return [
      `atom${space}.${name}.${type} !${of(type)}, ${at}, ${sources};`,
      `atom.acq_rel.gpu${space}.${name}.${type} !${of(type)}, ${at}, ${sources};`,
      ...(name === 'exch' || name === 'cas' ? [] : [`red${space}.${name}.${type} ${at}, ${sources};`]),
    ]
  }),
)

const parameters = [
  'ld.param.u32 !r, [n];',
  'ld.param.u64 !d, [m];',
  'ld.param.u16 !h, [l];',
  'ld.param.s16 !r, [l];',
  'ld.param.u8 !h, [n+1];',
  'ld.param.s8 !r, [m+3];',
  'ld.param.u32 !r, [m+4];',
  'ld.param.b16 !h, [m+2];',
  ...accessTypes.flatMap((type) => wideEnough(type).map((to) => `ld.param.${type} !${to}, [s+@${widthOf(type) / 8}];`)),
  'ld.param.v2.u32 {!r, %tr}, [s+@8];',
  'ld.param.v4.u16 {%th, !h, %th1, %th2}, [s+@8];',
]

const fences = ['membar.gl;', 'fence.acq_rel.gpu;', 'fence.sc.cta;', 'bar.sync 0;', 'barrier.cta.sync 1;']

/** Lines for functions, which have only registers. */
export const ofRegisters: readonly (readonly string[])[] = [
  arithmetic,
  logic,
  shifts,
  bitFields,
  conversions,
  predicates,
  predicateLogic,
  halves,
  special,
]

/** The lines, grouped by subject. Each group is drawn equally often, whatever its size. */
export const groups: readonly (readonly string[])[] = [
  arithmetic,
  arithmetic,
  extended,
  ofParts,
  saturating,
  logic,
  shifts,
  bitFields,
  conversions,
  predicates,
  predicates,
  predicateLogic,
  floats,
  halves,
  special,
  accesses,
  accesses,
  vectors,
  indexed,
  pointers,
  atomics,
  parameters,
  fences,
]
