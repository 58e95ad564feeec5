import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import { open, type } from '../../bench/page/chromium.js'
import { inChromium } from './in-chromium.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

inChromium('a page for everyone', (played) => {
  test.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark', { colorScheme: 'dark' as const }],
    ['on a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])(
    'axe-core finds nothing serious: %s',
    async (_, options) => {
      const { page } = await open(played(), '', { ...options, bypassCSP: true })
      await page.addScriptTag({ content: axe })
      const check = async (view: string): Promise<void> => {
        const found: { violations: Result[] } = await page.evaluate('axe.run()')
        const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        expect(serious.map(({ id, nodes }) => [view, id, nodes.map(({ html }) => html)])).toEqual([])
      }
      for (const tab of ['Execution', 'Outcomes', 'Explanation', 'Repairs', 'Races', 'Audit', 'Model']) {
        await page.getByRole('tab', { name: tab }).click()
        await page
          .locator(tab === 'Model' ? '#model-editor .cm-line' : '#panel > *')
          .first()
          .waitFor()
        await check(tab)
      }
      await type(page, 'the model in cat', 'acyclic co as Coherence')
      await page.locator('#changes li').first().waitFor()
      await check('what an edit of the model changes')
      await page.getByRole('button', { name: 'Examples' }).click()
      await page.locator('.gallery .tiny svg').first().waitFor()
      await check('the gallery')
      await page.keyboard.press('Escape')
      const width: number = await page.evaluate('document.documentElement.scrollWidth - screen.width')
      expect(width).toBeLessThanOrEqual(0)
      await page.context().close()
    },
    120_000,
  )

  test('the keyboard reaches everything', async () => {
    const { page } = await open(played())
    await page.locator('#examples').focus()
    const names: (string | null)[] = []
    for (let i = 0; i < 60; i++) {
      names.push(await page.evaluate('document.activeElement.id || document.activeElement.getAttribute("aria-label")'))
      await page.keyboard.press('Tab')
    }
    expect(names).toEqual(
      expect.arrayContaining([
        'models',
        'link',
        'download',
        'name',
        'the test',
        'tab-execution',
        'step back',
        'an execution',
        'larger',
        'divider',
      ]),
    )
    await page.locator('#tab-execution').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#tab-outcomes').getAttribute('aria-selected')).toBe('true')
    await page.context().close()
  })
})
