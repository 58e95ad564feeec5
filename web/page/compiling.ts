/** How CUDA C++, which the page cannot compile, becomes what it decides. */

import { button, element } from './dom.js'

/** Returns a command with a button that copies it. */
export const commandToCopy = (command: string): HTMLElement =>
  element(
    'p',
    { class: 'command' },
    element('code', {}, command),
    ' ',
    button('Copy', () => void navigator.clipboard.writeText(command), { 'aria-label': 'copy the command' }),
  )
