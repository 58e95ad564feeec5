import { readFileSync } from 'node:fs'
import { after, choose, open, type } from '../../bench/page/chromium.js'
import { root } from '../support.js'
import { fenced } from './fenced.js'
import { inChromium } from './in-chromium.js'

inChromium('the page', (played) => {
  test('it decides its first text, complains of nothing, and asks no other host', async () => {
    const { page, complaints, requests } = await open(played())
    expect(await page.locator('.verdict .answer').textContent()).toBe('violated')
    expect(await page.locator('#status').textContent()).toMatch(/^Decided by CaDiCaL/)
    expect(await page.getByRole('button', { name: 'step back' }).count()).toBe(1)
    expect(complaints).toEqual([])
    expect(requests.filter((url) => !url.startsWith(played().address) && !url.startsWith('data:'))).toEqual([])
    await page.context().close()
  })

  test('an error is underlined at its place, with the message of the command, and goes when it is mended', async () => {
    const { page, complaints } = await open(played())
    await after(page, () => type(page, 'the test', fenced.replace('ld.acquire.gpu', 'ld.acquired.gpu')))
    expect(await page.locator('#messages').textContent()).toContain('pasted.test:3:')
    await page.locator('.cm-lintRange-error').first().waitFor()
    expect(await page.locator('.verdict').count()).toBe(0)
    await after(page, () => type(page, 'the test', fenced))
    expect(await page.locator('#messages').textContent()).toBe('')
    expect(await page.locator('.cm-lintRange-error').count()).toBe(0)
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('it proposes instructions, their qualifiers, and names', async () => {
    const { page, complaints } = await open(played())
    const proposed = async (written: string): Promise<readonly string[]> => {
      await type(page, 'the test', `.global data;\nd0.b0.t0 { ${written}`)
      await page.keyboard.press('Control+Space')
      await page.locator('.cm-completionLabel').first().waitFor()
      const labels = await page.locator('.cm-completionLabel').allTextContents()
      await page.keyboard.press('Escape')
      return labels
    }
    expect(await proposed('fen')).toContain('fence')
    expect(await proposed('ld.rel')).toContain('relaxed')
    expect(await proposed('ld.weak r0, [da')).toEqual(['data'])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('an example of compiled code, and a module that is launched', async () => {
    const { page, complaints } = await open(played())
    await after(page, () => choose(page, 'kernels/spin-lock.test'))
    expect(await page.locator('.verdict .answer').first().textContent()).toMatch(/^(holds|violated)/)
    await after(page, () => page.getByLabel('File').fill('spin-lock.ptx'))
    await after(page, () => type(page, 'the test', readFileSync(`${root}/examples/kernels/spin-lock.ptx`, 'utf8')))
    await after(page, () => page.getByLabel('Launch').fill('spin<<<2,1>>>(l: u32, n: u32, 1)'))
    await after(page, () => page.getByLabel('Assert').fill('n == 2'))
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a text that is pasted is recognised: a module gets a launch, and CUDA C++ the command that compiles it', async () => {
    const { page, complaints } = await open(played())
    const sources = (ending: string) => readFileSync(`${root}/examples/kernels/spin-lock.${ending}`, 'utf8')
    await after(page, () => type(page, 'the test', sources('ptx')))
    expect(await page.getByLabel('File').inputValue()).toBe('spin.ptx')
    expect(await page.getByLabel('Launch').inputValue()).toBe('spin<<<2, 1>>>(p0: u32, p1: u32, 1)')
    expect(await page.locator('#status').textContent()).toBe('No question is asked.')
    expect(await page.locator('#panel').textContent()).toContain('Write a claim after Assert')
    // Another kernel has another launch; one of that name keeps what the user wrote.
    await after(page, () => type(page, 'the test', sources('ptx').replaceAll('spin', 'turn')))
    expect(await page.getByLabel('File').inputValue()).toBe('turn.ptx')
    expect(await page.getByLabel('Launch').inputValue()).toBe('turn<<<2, 1>>>(p0: u32, p1: u32, 1)')
    await after(page, () => page.getByLabel('Launch').fill('turn<<<1, 1>>>(p0: u32, p1: u32, 1)'))
    await after(page, () => type(page, 'the test', `// again\n${sources('ptx').replaceAll('spin', 'turn')}`))
    expect(await page.getByLabel('Launch').inputValue()).toBe('turn<<<1, 1>>>(p0: u32, p1: u32, 1)')
    await after(page, () => type(page, 'the test', sources('cu')))
    expect(await page.locator('.command').textContent()).toContain('nvcc -arch=sm_90 -O3 -lineinfo -ptx spin.cu')
    await after(page, () => type(page, 'the test', fenced))
    expect(await page.getByLabel('File').inputValue()).toBe('pasted.test')
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    expect(complaints).toEqual([])
    await page.context().close()
  })
})
