/** Memory that a module declares (ISA 5.1, 5.4), as tests declare theirs. */

import { diagnostic } from '../../source/diagnostic.js'
import { all, fail, ok, type Result, then } from '../../source/result.js'
import type { Constant } from '../instruction.js'
import type { Space } from '../program.js'
import { constantOf } from '../syntax/values.js'
import type { DeclaredVariable } from '../variables.js'
import type { DeclaredInModule } from './read.js'
import type { InitialSyntax } from './syntax.js'
import { typeNamed } from './types.js'

const spaces: ReadonlyMap<string, Space> = new Map([
  ['global', 'global'],
  ['shared', 'shared'],
  ['local', 'local'],
  ['const', 'const'],
])

/** What a test would declare; nothing for what the test itself declares, `.extern`. */
export function declaredVariable(
  name: string,
  declared: Pick<DeclaredInModule, 'space' | 'type' | 'dimensions' | 'initial' | 'name'> &
    Partial<Pick<DeclaredInModule, 'linkage'>>,
): Result<readonly DeclaredVariable[]> {
  const { dimensions, initial, type } = declared
  const place = declared.name.span
  if (declared.linkage?.includes('extern')) return ok([])
  const space = spaces.get(declared.space)
  const bits = typeNamed(type?.text ?? '')
  if (space === undefined || type === null || bits === undefined)
    return fail(diagnostic(`\`${name}\` is memory of a kind that is not modelled`, place))
  const count = dimensions.reduce((product, one) => product * (one?.value ?? 0n), BigInt(type.vector))
  const isArray = dimensions.length > 0 || type.vector > 1
  return then(initial === null ? ok([]) : values(initial), (values) =>
    ok([
      {
        name,
        space,
        alias: undefined,
        initial: initial === null ? undefined : { braces: isArray, values, span: initial.span },
        ...(space === 'shared' || space === 'local' ? { uninitialised: true } : {}),
        type: bits,
        ...(isArray ? { length: { elements: { kind: 'integer', value: count, span: place }, span: place } } : {}),
        span: place,
      },
    ]),
  )
}

function values(initial: InitialSyntax): Result<readonly Constant[]> {
  switch (initial.kind) {
    case 'integer':
    case 'place':
      return ok([constantOf(initial)])
    case 'list':
      return then(all(initial.values.map(values)), (all) => ok(all.flat()))
    case 'foreign':
      return fail(diagnostic(`\`${initial.text}\` is not modelled as an initial value`, initial.span))
  }
}
