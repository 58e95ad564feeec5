/** Files with every kind of verdict, and names that must be escaped. */

import { type CheckReport, checkReport } from '../../../report/check.js'
import { herd } from '../../support.js'
import { mixedSizes, offsetBy } from '../memory.js'
import type { workplace } from '../workplace.js'

const mp = (asked: string, order: string) => `.global x;
.global y;
d0.b0.t0 { st [x], 1; st.${order}.gpu [y], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [y]; ld r1, [x]; }
${asked}
`

/** A name that must be escaped in XML, URIs, workflow commands and TAP. */
export const odd = 'odd/a,b:c#%&<"\'é.test'

const files: Readonly<Record<string, string>> = {
  'kept.test': mp('assert (not (r0 == 1 && r1 == 0)) as fresh;', 'release'),
  [odd]: mp('  assert (not (r0 == 1 && r1 == 0)) as fresh;\ncheck (r0 == 1 && r1 == 0) as asked;', 'relaxed'),
  'rows.test': `${mp('assert (not (r0 == $0 && r1 == 0)) as fresh;', 'release')}$$\n1\n0\n`,
  'vacuous.test': '.global x; d0.b0.t0 { ld r0, [x] == 7; } assert (r0 == 8) as q;',
  'undecided.litmus':
    'PTX count\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\n L: ;\n add r0, r0, 1 ;\n blt r0, 3, L ;\n~exists (P0:r0 == 7)\n',
  'within.test':
    '.global x; d0.b0.t0 { .reg r1 = 0; L: ld.relaxed.gpu r0, [x]; add r1, r1, 1; beq r0, 0, L; } d0.b1.t0 { st.relaxed.gpu [x], 1; } assert (r1 < 3) as few;',
  'hangs.litmus': herd(
    'x = 0;',
    [
      ['P0@cta 0,gpu 0', 'bar.cta.sync 1', 'bar.cta.sync 2'],
      ['P1@cta 0,gpu 0', 'bar.cta.sync 2', 'bar.cta.sync 1'],
    ],
    '~exists (x == 1)',
  ),
  'undefined.litmus': offsetBy(16, '~exists (P1:r3 == 9)'),
  'mixed.litmus': mixedSizes,
  'unreadable.test': '.global x;\n  d0.b0.t0 { jump [x]; }\n',
}

/** Writes the files, and checks them with the reports to `given`. */
export async function everything(
  { write, run }: ReturnType<typeof workplace>,
  ...given: readonly string[]
): Promise<{ readonly report: CheckReport; readonly status: number | null; readonly stderr: string }> {
  for (const [name, text] of Object.entries(files)) write(name, text)
  const { status, stdout, stderr } = await run(['check', ...Object.keys(files), 'missing.test', '--json', ...given])
  return { report: checkReport.parse(JSON.parse(stdout)), status, stderr }
}
