/**
 * The commands, in the order in which help lists them. The folder of a command defines what it takes, and does its
 * work.
 */

import { type ListedCommand, listed } from './commandline/listed.js'

export const commands: readonly ListedCommand[] = [
  listed(
    'check',
    { solves: false },
    () => import('./check/command.js'),
    () => import('./check/run.js'),
  ),
  listed(
    'explain',
    { solves: true },
    () => import('./explain/command.js'),
    () => import('./explain/run.js'),
  ),
  listed(
    'fix',
    { solves: true },
    () => import('./fix/command.js'),
    () => import('./fix/run.js'),
  ),
  listed(
    'weaken',
    { solves: true },
    () => import('./weaken/command.js'),
    () => import('./weaken/run.js'),
  ),
  listed(
    'audit',
    { solves: true },
    () => import('./audit/command.js'),
    () => import('./audit/run.js'),
  ),
  listed(
    'witness',
    { solves: true },
    () => import('./witness/command.js'),
    () => import('./witness/run.js'),
  ),
  listed(
    'replay',
    { solves: false },
    () => import('./replay/command.js'),
    () => import('./replay/run.js'),
  ),
  listed(
    'verify',
    { solves: false },
    () => import('./verify/command.js'),
    () => import('./verify/run.js'),
  ),
  listed(
    'outcomes',
    { solves: false },
    () => import('./outcomes/command.js'),
    () => import('./outcomes/run.js'),
  ),
  listed(
    'run',
    { solves: true },
    () => import('./run/command.js'),
    () => import('./run/run.js'),
  ),
  listed(
    'cuda',
    { solves: false },
    () => import('./cuda/command.js'),
    () => import('./cuda/run.js'),
  ),
  listed(
    'races',
    { solves: true },
    () => import('./races/command.js'),
    () => import('./races/run.js'),
  ),
  listed(
    'convert',
    { solves: false },
    () => import('./convert/command.js'),
    () => import('./convert/run.js'),
  ),
  listed(
    'distinguish',
    { solves: true },
    () => import('./distinguish/command.js'),
    () => import('./distinguish/run.js'),
  ),
  listed(
    'generate',
    { solves: true },
    () => import('./generate/command.js'),
    () => import('./generate/run.js'),
  ),
  listed(
    'merge',
    { solves: false },
    () => import('./merge/command.js'),
    () => import('./merge/run.js'),
  ),
  listed(
    'cycle',
    { solves: false },
    () => import('./cycle/command.js'),
    () => import('./cycle/run.js'),
  ),
  listed(
    'launch',
    { solves: false },
    () => import('./launch/command.js'),
    () => import('./launch/run.js'),
  ),
  listed(
    'models',
    { solves: false },
    () => import('./models/command.js'),
    () => import('./models/run.js'),
  ),
  listed(
    'regress',
    { solves: true },
    () => import('./regress/command.js'),
    () => import('./regress/run.js'),
  ),
  listed(
    'playground',
    { solves: false },
    () => import('./playground/command.js'),
    () => import('./playground/run.js'),
  ),
  listed(
    'smt',
    { solves: true },
    () => import('./smt/command.js'),
    () => import('./smt/run.js'),
  ),
  listed(
    'lsp',
    { solves: false },
    () => import('./lsp/command.js'),
    () => import('./lsp/run.js'),
  ),
  listed(
    'mcp',
    { solves: false },
    () => import('./mcp/command.js'),
    () => import('./mcp/run.js'),
  ),
  listed(
    'completion',
    { solves: false },
    () => import('./completion/command.js'),
    async () => ({ run: (await import('./completion/run.js')).completing(commands) }),
  ),
]
