import { helpOn } from '../../../cli/commandline/help.js'
import { commands } from '../../../cli/commands.js'

const width = 100

/** Returns the lines of a text with the next lines, if both are in one paragraph of prose. */
const brokenLines = (text: string): readonly (readonly [string, string])[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, i) => {
    const next = lines[i + 1] ?? ''
    return /^\S/.test(line) && /^\S/.test(next) ? [[line, next] as const] : []
  })
}

describe.each(commands)('$name --help', (command) => {
  const help = () => helpOn(command, commands)

  test('fits, and breaks a line only where the next word has no room', async () => {
    const text = await help()
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width)
    for (const [line, next] of brokenLines(text))
      expect(`${line} ${next.split(' ')[0]}`.length).toBeGreaterThan(width - 1)
  })

  test('lists what each exit status means, last', async () => {
    const [, statuses = ''] = (await help()).split('\nExit status:\n')
    expect(statuses.trimEnd().split('\n')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^ +0 {2}\S/), expect.stringMatching(/^ +2 {2}\S/)]),
    )
    for (const line of statuses.trimEnd().split('\n')) expect(line).toMatch(/^ +\d+ {2}\S/)
  })
})
