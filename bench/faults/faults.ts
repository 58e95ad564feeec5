/** The faults to plant, group by group. */

import { auditFaults } from './audits.js'
import { baseRelationFaults } from './base-relations.js'
import { catFaults } from './cat-files.js'
import { certificateFaults } from './certificates.js'
import { coherenceFaults } from './coherence.js'
import type { Fault } from './fault.js'
import { launchFaults } from './launches.js'
import { livenessFaults } from './liveness.js'
import { loopFaults } from './loops.js'
import { machineCodeFaults } from './machine-code.js'
import { matrixFaults } from './matrix-instructions.js'
import { outputFaults } from './outputs.js'
import { readsFromFaults } from './reads-from.js'
import { repairFaults } from './repairs.js'
import { solverFaults } from './solvers.js'
import { symmetryFaults } from './symmetry.js'
import { undefinedBehaviourFaults } from './undefined-behaviour.js'
import { undefinedUseFaults } from './undefined-uses.js'
import { unknownValueFaults } from './unknown-values.js'
import { viewFaults } from './views.js'
import { widthFaults } from './widths.js'

export const faults: readonly Fault[] = [
  ...catFaults,
  ...baseRelationFaults,
  ...readsFromFaults,
  ...coherenceFaults,
  ...symmetryFaults,
  ...solverFaults,
  ...loopFaults,
  ...livenessFaults,
  ...undefinedBehaviourFaults,
  ...widthFaults,
  ...outputFaults,
  ...matrixFaults,
  ...launchFaults,
  ...undefinedUseFaults,
  ...unknownValueFaults,
  ...viewFaults,
  ...auditFaults,
  ...machineCodeFaults,
  ...certificateFaults,
  ...repairFaults,
]
