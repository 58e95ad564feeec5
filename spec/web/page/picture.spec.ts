import { installed, open, type Played, play } from '../../../bench/page/chromium.js'

const inChromium = installed === undefined ? describe.skip : describe

inChromium(`pictures, ${installed === undefined ? 'not tested as Chromium is not installed' : 'in Chromium'}`, () => {
  let played: Played
  beforeAll(async () => {
    played = await play()
  })
  afterAll(() => played.close())

  test('an event that is pointed at marks its line, and a line its events', async () => {
    const { page, complaints } = await open(played)
    const marked = page.locator('#editor .cm-pointed')
    await page.locator('#panel [data-events="3"]').hover()
    expect(await marked.allTextContents()).toEqual(['  st.volatile [flag], 1;'])
    await page.locator('#status').hover()
    expect(await marked.count()).toBe(0)
    await page.locator('#editor .cm-line').filter({ hasText: 'ld.weak' }).hover()
    await page.locator('#panel svg.watched').waitFor()
    const related = page.locator('#panel [data-events].related')
    expect((await related.allTextContents()).join()).toContain('ld.weak')
    await page.locator('#status').hover()
    expect(await page.locator('#panel svg.watched').count()).toBe(0)
    await page.getByRole('button', { name: 'first step' }).click()
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'step forward' }).click()
    expect(await marked.count()).toBe(1)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('an event of compiled code leads to its source; a line there, and a name in the text, point at it', async () => {
    const { page, complaints } = await open(played, '#example=kernels/spin-lock+no-fence.test')
    await page.getByRole('tab', { name: 'Races' }).click()
    await page.locator('#panel .picture').waitFor()
    await page.locator('#panel [data-events="9"]').hover()
    expect(await page.locator('#files .pointed').allTextContents()).toEqual([
      'spin-lock+no-fence.ptx',
      'spin-lock+no-fence.cu',
    ])
    await page.locator('#panel [data-events="9"]').click()
    expect(await page.locator('#beside .cm-activeLine').textContent()).toBe('    *counter += 1;')
    await page.locator('#beside .cm-line').filter({ hasText: 'release(lock);' }).hover()
    await page.locator('#panel svg.watched').waitFor()
    expect(await page.locator('#panel [data-events="19 20"].related').count()).toBe(1)
    await page.getByRole('button', { name: 'e10', exact: true }).first().hover()
    expect(await page.locator('#panel [data-events="10"].related').count()).toBe(1)
    expect(await page.locator('#beside .cm-pointed').allTextContents()).toEqual(['    *counter += 1;'])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('an instruction is described as the language server describes them', async () => {
    const { page, complaints } = await open(played)
    const described = page.locator('.described')
    const at = (text: string) => page.locator('#editor .cm-line').filter({ hasText: text }).getByText(text).first()
    await at('fence.sc.gpu').hover()
    await described.waitFor()
    expect(await described.textContent()).toContain('PTX ISA, ')
    await at('st.volatile').hover()
    await described.getByText('st.volatile').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
