/** Names of a test as identifiers of PTX and of C++. */

/** The words that tests may use as names and that PTX or C++ reserves. */
const reserved = new Set(
  (
    'abs activemask add addc alloca and applypriority atom bar barrier bfe bfi bfind bmsk bra brev brkpt brx call clz cnot copysign ' +
    'cos cp createpolicy cvt cvta discard div dp2a dp4a elect ex2 exit fence fma fns getctarank griddepcontrol isspacep istypep ld ' +
    'ldmatrix ldu lg2 lop3 mad mad24 madc mapa match max mbarrier membar min mma mov movmatrix mul mul24 multimem nanosleep neg not or ' +
    'pmevent popc prefetch prefetchu prmt rcp red redux rem ret rsqrt sad selp set setmaxnreg setp shf shfl shl shr sin slct sqrt st ' +
    'stackrestore stacksave stmatrix sub subc suld suq sured sust szext tanh tensormap testp tex tld4 trap txq vote wgmma wmma xor ' +
    'auto bool break case catch char class const continue default delete do double else enum extern false float for goto if inline int ' +
    'long new operator private protected public register return short signed sizeof static struct switch template this throw true try ' +
    'typedef union unsigned using virtual void volatile while run at role budget gave_up missed taken other spent first second third fourth value'
  ).split(' '),
)

/**
 * Returns an identifier that reads like the name. Names that differ may give one identifier: `distinct` tells them
 * apart.
 */
export const identifier = (name: string): string => {
  const plain = name.replace(/\W+/g, '_')
  return /^[0-9_]/.test(plain) ? `n${plain}` : reserved.has(plain) ? `${plain}_` : plain
}

/** Returns different identifiers for different names, each as close to the original as the names before it allow. */
export function distinct(
  names: readonly string[],
  called: (name: string) => string = (name) => name,
): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const given = new Map<string, string>()
  for (const name of new Set(names)) {
    const wanted = identifier(called(name))
    const free = (n: number): string => {
      const one = n === 0 ? wanted : `${wanted}_${n}`
      return taken.has(one) ? free(n + 1) : one
    }
    const chosen = free(0)
    taken.add(chosen)
    given.set(name, chosen)
  }
  return given
}

/** Returns a text of C++. */
export const quoted = (text: string): string => JSON.stringify(text).replace(/[\u007f-\uffff]/g, '?')
