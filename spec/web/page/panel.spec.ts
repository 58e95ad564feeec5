import { after, choose, open, type, until } from '../../../bench/page/chromium.js'
import { fenced } from '../fenced.js'
import { inChromium } from '../in-chromium.js'

inChromium('panels', (played) => {
  test('the table of outcomes leads to an execution of each', async () => {
    const { page } = await open(played())
    await page.getByRole('tab', { name: 'Outcomes' }).click()
    await page.locator('tbody tr').first().waitFor()
    expect(await page.locator('tbody tr').count()).toBe(2)
    await page.getByRole('button', { name: 'execution of state 2' }).click()
    await page.locator('#state svg').waitFor()
    await page.context().close()
  })

  test('an explanation, races, and a repair that is applied', async () => {
    const { page, complaints } = await open(played())
    await page.getByRole('tab', { name: 'Explanation' }).click()
    await page.getByText('This change would make it hold').waitFor()
    await page.getByRole('button', { name: 'e2', exact: true }).first().hover()
    expect(await page.locator('#panel [data-events="2"].related').count()).toBe(1)
    await page.getByRole('tab', { name: 'Races' }).click()
    await page.getByText('1 data race in one execution').waitFor()
    expect(await page.locator('.cm-lintRange-warning').count()).toBe(2)
    await page.getByRole('tab', { name: 'Repairs' }).click()
    const apply = page.getByRole('button', { name: 'apply repair 1' })
    await apply.waitFor()
    await after(page, () => apply.click())
    expect(await page.locator('#editor .cm-content').textContent()).toContain('fence.acq_rel.gpu')
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('of several races, the picture is about the first, and about another once that is chosen', async () => {
    const { page, complaints } = await open(played())
    const two = `.global x; .global y;
d0.b0.t0 { st.weak [x], 1; st.weak [y], 1; }
d0.b1.t0 { ld.weak r0, [x]; ld.weak r1, [y]; }
permit (r0 == 0 && r1 == 0) as none;`
    await after(page, () => type(page, 'the test', two))
    await page.getByRole('tab', { name: 'Races' }).click()
    await page.getByText('2 data races in one execution').waitFor()
    const races = page.locator('#panel .race')
    const drawn = async () =>
      page.evaluate(`[...document.querySelector('#panel .picture').shadowRoot.querySelectorAll('[data-relation=race]')]
        .map((one) => [one.dataset.from, one.dataset.to].map((id) => 'e' + id).toSorted().join())`)
    const listed = async (i: number) =>
      (await races.nth(i).locator('.link').allTextContents())
        .filter((text) => /^e\d+$/.test(text))
        .slice(0, 2)
        .toSorted()
        .join()
    expect(await drawn()).toEqual([await listed(0)])
    await page.getByRole('button', { name: 'show race 2' }).click()
    await until(
      'the second race is drawn',
      async () => JSON.stringify(await drawn()) === JSON.stringify([await listed(1)]),
    )
    expect(await page.getByRole('button', { name: 'show race 2' }).getAttribute('aria-pressed')).toBe('true')
    expect(await listed(0)).not.toBe(await listed(1))
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a question shows what it claims, and of a template the row that is chosen is marked in the text', async () => {
    const { page } = await open(played())
    expect(await page.locator('.verdict .claim').textContent()).toBe('(r1 == 42)')
    await after(page, () => choose(page, 'classic/MP.test'))
    const marked = page.locator('#editor .cm-chosen')
    expect(await marked.allTextContents()).toEqual([
      'permit |     | d0.b1.t0 | weak        | weak        | weak        |',
    ])
    await page.locator('.verdict input').nth(2).check()
    expect(await marked.allTextContents()).toEqual([
      'assert | not | d0.b1.t0 | weak        | release.gpu | acquire.gpu |',
    ])
    await after(page, () => type(page, 'the test', fenced))
    expect(await marked.count()).toBe(0)
    await page.context().close()
  })

  test('an audit says of each piece whether it is needed, and leads to its place', async () => {
    const { page, complaints } = await open(played())
    await after(page, () => type(page, 'the test', fenced))
    await page.getByRole('tab', { name: 'Audit' }).click()
    await page.getByText(/^\d pieces: /).waitFor()
    const needed = page.locator('.pieces .as-expected')
    expect(await needed.first().textContent()).toContain('needed: as `')
    await needed.first().getByRole('button').click()
    const line = "getSelection()?.focusNode?.parentElement?.closest('.cm-line')?.textContent"
    expect(await page.evaluate(line)).toMatch(/st\.release|ld\.acquire/)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a module without a claim has ways to what needs none', async () => {
    const { page, complaints } = await open(played())
    const kernel = `.version 8.0
.target sm_90
.visible .entry k(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 1; ret; }`
    await after(page, () => type(page, 'the test', kernel))
    await page.locator('#panel').getByRole('button', { name: 'Outcomes' }).click()
    await page.locator('tbody tr').first().waitFor()
    await page.getByRole('tab', { name: 'Execution' }).click()
    await page.locator('#panel').getByRole('button', { name: 'Races' }).click()
    await page.getByText('in one execution').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('where no execution reaches the outcome, one press leads to the explanation, with a picture of the cycle', async () => {
    const { page, complaints } = await open(played())
    await after(page, () => type(page, 'the test', fenced))
    await page.locator('#panel').getByRole('button', { name: 'Explanation' }).click()
    await page.locator('#panel .picture').first().waitFor()
    expect(await page.locator('#panel [data-relation=objection]').count()).toBeGreaterThan(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
