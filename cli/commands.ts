/**
 * The commands, in the order in which help lists them. The folder of a command defines what it takes, and does its
 * work.
 */

import { type ListedCommand, listed } from './commandline/listed.js'

export const commands: readonly ListedCommand[] = [
  listed(
    'check',
    () => import('./check/command.js'),
    () => import('./check/run.js'),
  ),
  listed(
    'explain',
    () => import('./explain/command.js'),
    () => import('./explain/run.js'),
  ),
  listed(
    'fix',
    () => import('./fix/command.js'),
    () => import('./fix/run.js'),
  ),
  listed(
    'weaken',
    () => import('./weaken/command.js'),
    () => import('./weaken/run.js'),
  ),
  listed(
    'audit',
    () => import('./audit/command.js'),
    () => import('./audit/run.js'),
  ),
  listed(
    'witness',
    () => import('./witness/command.js'),
    () => import('./witness/run.js'),
  ),
  listed(
    'replay',
    () => import('./replay/command.js'),
    () => import('./replay/run.js'),
  ),
  listed(
    'verify',
    () => import('./verify/command.js'),
    () => import('./verify/run.js'),
  ),
  listed(
    'outcomes',
    () => import('./outcomes/command.js'),
    () => import('./outcomes/run.js'),
  ),
  listed(
    'run',
    () => import('./run/command.js'),
    () => import('./run/run.js'),
  ),
  listed(
    'cuda',
    () => import('./cuda/command.js'),
    () => import('./cuda/run.js'),
  ),
  listed(
    'races',
    () => import('./races/command.js'),
    () => import('./races/run.js'),
  ),
  listed(
    'convert',
    () => import('./convert/command.js'),
    () => import('./convert/run.js'),
  ),
  listed(
    'distinguish',
    () => import('./distinguish/command.js'),
    () => import('./distinguish/run.js'),
  ),
  listed(
    'generate',
    () => import('./generate/command.js'),
    () => import('./generate/run.js'),
  ),
  listed(
    'merge',
    () => import('./merge/command.js'),
    () => import('./merge/run.js'),
  ),
  listed(
    'cycle',
    () => import('./cycle/command.js'),
    () => import('./cycle/run.js'),
  ),
  listed(
    'launch',
    () => import('./launch/command.js'),
    () => import('./launch/run.js'),
  ),
  listed(
    'models',
    () => import('./models/command.js'),
    () => import('./models/run.js'),
  ),
  listed(
    'regress',
    () => import('./regress/command.js'),
    () => import('./regress/run.js'),
  ),
  listed(
    'playground',
    () => import('./playground/command.js'),
    () => import('./playground/run.js'),
  ),
  listed(
    'smt',
    () => import('./smt/command.js'),
    () => import('./smt/run.js'),
  ),
  listed(
    'lsp',
    () => import('./lsp/command.js'),
    () => import('./lsp/run.js'),
  ),
  listed(
    'mcp',
    () => import('./mcp/command.js'),
    () => import('./mcp/run.js'),
  ),
  listed(
    'completion',
    () => import('./completion/command.js'),
    async () => ({ run: (await import('./completion/run.js')).completing(commands) }),
  ),
]
