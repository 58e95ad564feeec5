import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import { judge } from '../../answers/judge.js'
import { defaultModel } from '../../axioms/models.js'
import { after, choose, installed, open, type Played, play, type, until } from '../../bench/page/chromium.js'
import { readTestFile } from '../../cli/input/tests.js'
import { answerText } from '../../report/verdict.js'
import { stateOf } from '../../web/state.js'
import { decided as decisionOf } from '../../web/worker/decider.js'
import { filesBelow, root, solver } from '../support.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const fenced = `.global data; .global flag;
d0.b0.t0 { st.weak [data], 42; st.release.gpu [flag], 1; }
d0.b1.t0 { ld.acquire.gpu r0, [flag]; ld.weak r1, [data]; }
assert (r0 == 0 || r1 == 42) as fresh;
`

const inChromium = installed === undefined ? describe.skip : describe

inChromium(`the page, ${installed === undefined ? 'not tested as Chromium is not installed' : 'in Chromium'}`, () => {
  let played: Played
  beforeAll(async () => {
    played = await play()
  })
  afterAll(() => played.close())

  test('it decides its first text, complains of nothing, and asks no other host', async () => {
    const { page, complaints, requests } = await open(played)
    expect(await page.locator('.verdict .answer').textContent()).toBe('violated')
    expect(await page.locator('#status').textContent()).toMatch(/^Decided by z3/)
    expect(await page.getByRole('button', { name: 'step back' }).count()).toBe(1)
    expect(complaints).toEqual([])
    expect(requests.filter((url) => !url.startsWith(played.address) && !url.startsWith('data:'))).toEqual([])
    await page.context().close()
  })

  test('an error is underlined at its place, with the message of the command, and goes when it is mended', async () => {
    const { page, complaints } = await open(played)
    await after(page, () => type(page, 'the test', fenced.replace('ld.acquire.gpu', 'ld.acquired.gpu')))
    expect(await page.locator('#messages').textContent()).toContain('mp.test:3:')
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
    const { page, complaints } = await open(played)
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

  test('an edit of the model flips a verdict, and undoing it flips it back', async () => {
    const { page } = await open(played)
    await after(page, () => type(page, 'the test', fenced))
    await page.getByRole('tab', { name: 'Model' }).click()
    const text = await page.evaluate(`Promise.resolve(document.querySelector('#model-editor .cm-content').textContent)`)
    expect(text).toContain('PTX ISA')
    await after(page, () => type(page, 'the model in cat', '"nothing but coherence"\nacyclic co as Coherence\n'))
    expect(await page.locator('#model-note').textContent()).toBe('ptx-9.4, edited')
    expect(await page.locator('.verdict .answer').textContent()).toBe('violated')
    await after(page, () => type(page, 'the model in cat', 'acyclic cooo as Coherence\n'))
    expect(await page.locator('#messages').textContent()).toContain('ptx-9.4.cat:1:')
    await after(page, () => page.getByRole('button', { name: 'Undo all edits' }).click())
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.context().close()
  })

  test('an execution can be followed step by step, and the relations of each event are shown', async () => {
    const { page } = await open(played)
    const said = page.locator('.step')
    expect(await said.textContent()).toBe('7 steps')
    await page.getByRole('button', { name: 'first step' }).click()
    expect(await page.locator('[data-events].later').count()).toBe(7)
    await page.getByRole('button', { name: 'step forward' }).click()
    expect(await said.textContent()).toMatch(/^1 of 7: e\d: (data|flag) = 0$/)
    expect(await page.locator('[data-events].later').count()).toBe(6)
    expect(await page.locator('[data-events].current').count()).toBe(1)
    await page.getByRole('button', { name: 'all steps' }).click()
    await page.locator('[data-events="3"]').hover()
    expect(await page.locator('svg.watched').count()).toBe(1)
    expect(await page.locator('[data-events="3"].related').count()).toBe(1)
    expect(await page.locator('[data-events]:not(.related)').count()).toBeGreaterThan(0)
    await page.context().close()
  })

  test('where no execution is shown, none is downloaded', async () => {
    const { page, complaints } = await open(played)
    await after(page, () => type(page, 'the test', fenced))
    for (const label of ['picture, SVG', 'picture, PNG', 'execution, JSON']) {
      await page.getByLabel('Download').selectOption(label)
      expect(await page.locator('#status').textContent()).toMatch(/^No execution is shown here/)
    }
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a damaged link is said to be one', async () => {
    const { page } = await open(played, '#abc')
    expect(await page.locator('#status').textContent()).toMatch(/^The link is damaged.*Decided by z3/)
    await page.context().close()
  })

  test('a long query gives way to the next one', async () => {
    const { page } = await open(played)
    await after(page, () => choose(page, 'kernels/spin-lock+no-fence.test'))
    await page.getByRole('tab', { name: 'Repairs' }).click()
    await page.getByText('Working …').waitFor()
    await page.getByText('z3 tries changes').waitFor()
    await page.getByRole('tab', { name: 'Execution' }).click()
    await page.locator('#panel .picture').waitFor()
    await page.context().close()
  })

  test('long work says what is tried and for how long, and can be stopped and started again', async () => {
    const { page, complaints } = await open(played, '#example=kernels/spin-lock+no-fence.test')
    await page.getByRole('tab', { name: 'Audit' }).click()
    await page.getByText('without each fence').waitFor()
    await page.getByText(/^[1-9]\d* s $/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.').waitFor()
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('without each fence').waitFor()
    await page.getByRole('tab', { name: 'Execution' }).click()
    await page.locator('#panel .picture').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('the table of outcomes leads to an execution of each', async () => {
    const { page } = await open(played)
    await page.getByRole('tab', { name: 'Outcomes' }).click()
    await page.locator('tbody tr').first().waitFor()
    expect(await page.locator('tbody tr').count()).toBe(2)
    await page.getByRole('button', { name: 'execution of state 2' }).click()
    await page.locator('#state svg').waitFor()
    await page.context().close()
  })

  test('an explanation, races, and a repair that is applied', async () => {
    const { page, complaints } = await open(played)
    await page.getByRole('tab', { name: 'Explanation' }).click()
    await page.getByText('This change would make it hold').waitFor()
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

  test('an audit says of each piece whether it is needed, and leads to its place', async () => {
    const { page, complaints } = await open(played)
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

  test('an example of compiled code, and a module that is launched', async () => {
    const { page, complaints } = await open(played)
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
    const { page, complaints } = await open(played)
    const sources = (ending: string) => readFileSync(`${root}/examples/kernels/spin-lock.${ending}`, 'utf8')
    await after(page, () => type(page, 'the test', sources('ptx')))
    expect(await page.getByLabel('File').inputValue()).toBe('mp.ptx')
    expect(await page.getByLabel('Launch').inputValue()).toBe('spin<<<2, 1>>>(p0: u32, p1: u32, 1)')
    expect(await page.locator('#status').textContent()).toBe('Nothing is decided.')
    expect(await page.locator('#panel').textContent()).toContain('Write a claim after Assert')
    await after(page, () => type(page, 'the test', sources('cu')))
    expect(await page.locator('.command').textContent()).toContain('nvcc -arch=sm_90 -O3 -lineinfo -ptx mp.cu')
    await after(page, () => type(page, 'the test', fenced))
    expect(await page.getByLabel('File').inputValue()).toBe('mp.test')
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('an edited model is named on every tab, and one click restores it', async () => {
    const { page } = await open(played)
    expect(await page.locator('#edited').isVisible()).toBe(false)
    await page.getByRole('tab', { name: 'Model' }).click()
    const model = await page.locator('#model-editor .cm-content').textContent()
    await after(page, () => type(page, 'the model in cat', `(* mine *)\n${model}`))
    await page.getByRole('tab', { name: 'Races' }).click()
    expect(await page.locator('#edited').isVisible()).toBe(true)
    await after(page, () => page.locator('#restore').click())
    expect(await page.locator('#edited').isVisible()).toBe(false)
    await page.context().close()
  })

  test('examples are found by words, the classic ones first; Enter opens the first that is found', async () => {
    const { page, complaints } = await open(played)
    await page.getByRole('button', { name: 'Examples' }).click()
    expect(await page.locator('.gallery li button').first().textContent()).toMatch(/^classic\//)
    await page.getByLabel('search the examples').fill('lock without fences')
    expect(await page.locator('.gallery [role=status]').textContent()).toMatch(/^1 of \d{3} examples$/)
    await after(page, () => page.keyboard.press('Enter'))
    expect(await page.getByLabel('File').inputValue()).toBe('kernels/spin-lock+no-fence.test')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a picture fits the width, and is enlarged by buttons, keys and the wheel with Ctrl', async () => {
    const { page } = await open(played, '#example=kernels/spin-lock.test', { viewport: { width: 1200, height: 700 } })
    await page.getByRole('tab', { name: 'Races' }).click()
    await choose(page, 'kernels/spin-lock+no-fence.test')
    await page.getByRole('tab', { name: 'Execution' }).click()
    const picture = page.getByLabel('an execution')
    await picture.waitFor()
    const width = async () => (await page.locator('#panel svg').boundingBox())?.width ?? 0
    const fitting = await width()
    const frame = (await picture.boundingBox())?.width ?? 0
    expect(fitting).toBeLessThanOrEqual(Math.ceil(frame))
    await page.getByLabel('larger').click()
    expect(await width()).toBeCloseTo(1.25 * fitting, 0)
    await picture.press('-')
    expect(await width()).toBeCloseTo(fitting, 0)
    await picture.hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await until('the picture is larger', async () => (await width()) > 1.5 * fitting)
    await picture.press('0')
    expect(await width()).toBeCloseTo(fitting, 0)
    await page.context().close()
  })

  test('the divider is moved by the pointer and by the keyboard', async () => {
    const { page } = await open(played)
    const divider = page.getByRole('separator')
    const width = async () => (await page.locator('#source').boundingBox())?.width ?? 0
    const usual = await width()
    await divider.press('ArrowRight')
    expect(await width()).toBeGreaterThan(usual + 20)
    const { x = 0, y = 0 } = (await divider.boundingBox()) ?? {}
    await page.mouse.move(x + 3, y + 100)
    await page.mouse.down()
    await page.mouse.move(x - 200, y + 100)
    await page.mouse.up()
    expect(await width()).toBeLessThan(usual)
    await divider.dblclick()
    expect(await width()).toBeCloseTo(usual, 0)
    await page.context().close()
  })

  test('a link can name an example', async () => {
    const { page, complaints } = await open(played, '#example=kernels/spin-lock+no-fence.test')
    expect(await page.getByLabel('File').inputValue()).toBe('kernels/spin-lock+no-fence.test')
    expect(await page.locator('.verdict .answer').textContent()).toBe('allowed')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a link has the same state in another profile', async () => {
    const { page } = await open(played)
    await after(page, () => type(page, 'the test', fenced))
    await page.getByRole('tab', { name: 'Model' }).click()
    await after(page, () => type(page, 'the model in cat', '"nothing but coherence"\nacyclic co as Coherence\n'))
    await page.getByRole('tab', { name: 'Execution' }).click()
    await page.waitForTimeout(300)
    const { hash } = new URL(page.url())
    const other = await open(played, hash)
    expect(await other.page.locator('#editor .cm-content').innerText()).toBe(
      await page.locator('#editor .cm-content').innerText(),
    )
    expect(await other.page.locator('.verdict .answer').textContent()).toBe('violated')
    expect(await other.page.locator('#model-note').textContent()).toBe('ptx-9.4, edited')
    expect(await other.page.getByRole('tab', { name: 'Execution' }).getAttribute('aria-selected')).toBe('true')
    expect(await stateOf(new URL(other.page.url()).hash)).toEqual(await stateOf(hash))
    await other.page.getByRole('tab', { name: 'Model' }).click()
    await after(other.page, () => other.page.getByRole('button', { name: 'Undo all edits' }).click())
    expect(await other.page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.context().close()
    await other.page.context().close()
  })

  test.each([
    ['picture, SVG', 'mp.test.svg', '<svg'],
    ['picture, PNG', 'mp.test.png', 'PNG'],
    ['execution, JSON', 'mp.test.json', '"ptx-litmus witness"'],
    ['the test', 'mp.test', '.global data'],
    ['the other format', 'mp.litmus', 'PTX'],
    ['CUDA program', 'mp.cu', '__global__'],
  ])('it writes %s', async (label, name, content) => {
    const { page } = await open(played)
    if (label === 'CUDA program') await after(page, () => type(page, 'the test', fenced))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByLabel('Download').selectOption(label),
    ])
    expect(download.suggestedFilename()).toBe(name)
    expect(readFileSync(await download.path(), 'latin1')).toContain(content)
    await page.context().close()
  })

  test('it works without a network once it is loaded', async () => {
    const { page, complaints } = await open(played)
    await until('the page is kept', () =>
      page.evaluate(`navigator.serviceWorker.controller !== null && caches.keys().then(
        async ([name]) => name !== undefined && (await (await caches.open(name)).keys()).some(({ url }) => url.includes('z3-built')))`),
    )
    await page.context().setOffline(true)
    await after(page, () => type(page, 'the test', fenced))
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.reload()
    await page.locator('.verdict .answer').waitFor()
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('where z3 cannot be loaded, it says so and decides small tests by brute force', async () => {
    const context = await played.browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.route('**/z3-built.wasm?*', (route) => route.abort())
    await after(page, () => page.goto(played.address))
    await after(page, () => type(page, 'the test', fenced))
    expect(await page.locator('#status').textContent()).toMatch(/^Decided by brute force.*z3 does not run here/)
    expect(await page.locator('.verdict .answer').textContent()).toBe('holds')
    await page.getByRole('tab', { name: 'Explanation' }).click()
    await page.getByText('this needs z3').waitFor()
    await context.close()
  })

  test('typing before z3 is there loses nothing: the page says why it does not run', async () => {
    const context = await played.browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.route('**/z3-built.wasm?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      await route.abort()
    })
    await page.goto(played.address)
    await type(page, 'the test', fenced)
    await after(page, () => type(page, 'the test', fenced.replace('42;', '43;').replace('42)', '43)')))
    expect(await page.locator('#status').textContent()).toMatch(/^Decided by brute force.*z3 does not run here/)
    await context.close()
  })

  test('without WebAssembly, it decides by brute force', async () => {
    const { page } = await open(played, '', { serviceWorkers: 'block' }, 'delete globalThis.WebAssembly')
    expect(await page.locator('#status').textContent()).toMatch(/^Decided by brute force/)
    await page.context().close()
  })

  test('a newer page is shown at the first visit, though the older one is kept', async () => {
    const { page } = await open(played)
    await until('the page is kept', () =>
      page.evaluate(`navigator.serviceWorker.controller !== null && caches.keys().then(
        async ([name]) => name !== undefined && (await (await caches.open(name)).keys()).some(({ url }) => url.includes('z3-built')))`),
    )
    await page
      .context()
      .route('**/style.css', (route) => route.fulfill({ body: 'h1 { color: rgb(1, 2, 3) }', contentType: 'text/css' }))
    await page.reload()
    await page.locator('.verdict .answer').waitFor()
    expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`)).toBe('rgb(1, 2, 3)')
    await page.context().close()
  })

  test.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark', { colorScheme: 'dark' as const }],
    ['on a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])(
    'axe-core finds nothing serious: %s',
    async (_, options) => {
      const { page } = await open(played, '', { ...options, bypassCSP: true })
      await page.addScriptTag({ content: axe })
      for (const tab of ['Execution', 'Outcomes', 'Explanation', 'Repairs', 'Races', 'Audit', 'Model']) {
        await page.getByRole('tab', { name: tab }).click()
        await page
          .locator(tab === 'Model' ? '#model-editor .cm-line' : '#panel > *')
          .first()
          .waitFor()
        const found: { violations: Result[] } = await page.evaluate('axe.run()')
        const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        expect(serious.map(({ id, nodes }) => [tab, id, nodes.map(({ html }) => html)])).toEqual([])
      }
      const width: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(width).toBeLessThanOrEqual(0)
      await page.context().close()
    },
    120_000,
  )

  test('the keyboard reaches everything', async () => {
    const { page } = await open(played)
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

  const files = filesBelow(`${root}/examples`, '.test').concat(filesBelow(`${root}/examples`, '.litmus'))
  const asked = files.filter((_, i) => i % 10 === 0)
  test('z3 in the page answers as under Node: every tenth file of examples', async () => {
    const { page } = await open(played)
    // One worker after another would take longer than all the rest.
    const answers: Record<string, string[]> = await page.evaluate(`(async () => {
      const compiled = await WebAssembly.compileStreaming(fetch('z3-built.wasm'))
      const { tests, modules } = await (await fetch('examples.json')).json()
      const worker = new Worker('worker.js', { type: 'module' })
      await new Promise((resolve) => {
        worker.addEventListener('message', resolve, { once: true })
        worker.postMessage({ kind: 'start', compiled, modules })
      })
      const answers = {}
      for (const { path, text } of tests) {
        if (!${JSON.stringify(asked)}.includes(path)) continue
        const { port1, port2 } = new MessageChannel()
        const model = { kind: 'built-in', name: '${defaultModel.name}' }
        const subject = { name: path, text, launch: '', claim: '', model }
        const { data } = await new Promise((resolve) => {
          port1.onmessage = resolve
          worker.postMessage({ kind: 'ask', subject, query: { kind: 'check' } }, [port2])
        })
        answers[path] = data.kind === 'given'
          ? data.value.tests.flatMap(({ questions }) => questions.map(({ answer }) => answer))
          : [JSON.stringify(data)]
      }
      return answers
    })()`)
    const z3 = await solver()
    for (const path of asked) {
      const read = readTestFile({ path: `${root}/examples/${path}`, rows: undefined }, {})
      if (!read.ok) throw new Error(path)
      const here = read.value.tests.flatMap((one) =>
        decisionOf(one, defaultModel, z3).answers.map((answer, i) => {
          const question = one.questions[i]
          if (question === undefined) throw new Error(path)
          return answerText(question.kind, judge(one, question, answer, 0))
        }),
      )
      expect([path, answers[path]]).toEqual([path, here])
    }
    await page.context().close()
  })
})
