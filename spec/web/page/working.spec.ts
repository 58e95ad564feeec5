import { after, choose, open } from '../../../bench/page/chromium.js'
import { inChromium } from '../in-chromium.js'

inChromium('long work', (played) => {
  test('a long query gives way to the next one', async () => {
    const { page } = await open(played())
    await after(page, () => choose(page, 'kernels/spin-lock+no-fence.test'))
    await page.getByRole('tab', { name: 'Repairs' }).click()
    await page.getByText('Working …').waitFor()
    await page.getByText('CaDiCaL tries changes').waitFor()
    await page.getByRole('tab', { name: 'Execution' }).click()
    await page.locator('#panel .picture').waitFor()
    await page.context().close()
  })

  test('long work says what is tried, how far it is and for how long; it can be stopped and started again', async () => {
    const { page, complaints } = await open(played(), '#example=kernels/ring+relaxed-head.test')
    await page.getByRole('tab', { name: 'Repairs' }).click()
    await page.getByText('CaDiCaL tries changes').waitFor()
    await page.getByText(/^races: \d+ sets of changes tried/).waitFor()
    await page.getByText(/^[1-9]\d* s $/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.').waitFor()
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('CaDiCaL tries changes').waitFor()
    await page.getByText('The cheapest changes for').waitFor({ timeout: 300_000 })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('an audit ends, with its limit of time', async () => {
    const { page, complaints } = await open(played(), '#example=kernels/spin-lock+no-fence.test')
    await page.getByRole('tab', { name: 'Audit' }).click()
    await page.getByText('3 pieces: 2 needed, 1 not needed').waitFor({ timeout: 300_000 })
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
