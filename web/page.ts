/** The page: an editor, and beside it what the model says about the text. */

import { type Completion, catCompletions, testCompletions } from '../language/completion.js'
import { editor, type Mark } from './editor/editor.js'
import { catLanguage, litmusLanguage } from './editor/languages.js'
import { answerRows, existing } from './page/answers.js'
import { client } from './page/client.js'
import { button, byId, element } from './page/dom.js'
import { download, pngOf, textFile } from './page/download.js'
import { loadExamples } from './page/examples.js'
import { firstState } from './page/first.js'
import {
  executionPanel,
  explanationPanel,
  outcomesPanel,
  racesPanel,
  reasonPanel,
  repairsPanel,
} from './page/panels.js'
import { tabList } from './page/tabs.js'
import type { Checked, Given, Message, Races, Shown, Subject } from './protocol.js'
import { fragmentOf, type State, stateOf, type Tab } from './state.js'
import { modelFiles } from './worker/subject.js'

/** How long after a key the text is decided, in milliseconds: less than between the keys of a fast typist. */
const pause = 60

// The largest file is on its way before anything else.
const compiled = WebAssembly.compileStreaming(fetch('z3-built.wasm')).catch(() => undefined)
const loading = loadExamples()
const { ask, started } = client(
  compiled,
  loading.then(({ modules }) => modules),
)
const examples = await loading
let state: State = (await stateOf(location.hash)) ?? firstState(examples.models[0]?.name ?? '')
/** The last answers, and the picture that is shown, for downloads. */
let checked: Checked | undefined
let shown: Shown | undefined

const status = byId('status', HTMLElement)
const panel = byId('panel', HTMLElement)
const modelPanel = byId('model-panel', HTMLElement)
const verdicts = byId('verdicts', HTMLElement)
const models = byId('models', HTMLSelectElement)
const nameInput = byId('name', HTMLInputElement)
const launchInput = byId('launch', HTMLInputElement)
const claimInput = byId('claim', HTMLInputElement)
const source = editor(byId('editor', HTMLElement), litmusLanguage, 'the test', testProposals, (text) =>
  change({ text }),
)
const cat = editor(byId('model-editor', HTMLElement), catLanguage, 'the model in cat', catProposals, modelTyped)
const showTab = tabList(byId('tabs', HTMLElement), (tab) => change({ tab }))

function testProposals(text: string, offset: number): readonly Completion[] {
  return testCompletions({ name: state.name, text }, offset)
}

function catProposals(text: string, offset: number): readonly Completion[] {
  return catCompletions({ name: `${state.model}.cat`, text }, modelFiles, offset)
}

/** The text of the built-in model that is chosen. */
const builtInText = (): string => examples.models.find(({ name }) => name === state.model)?.text ?? ''

function nameOf(path: string): string {
  return path.replace(/^.*\//, '')
}

/** Whether the text is a module of PTX, which needs a launch. */
const isModule = ({ name, text }: State): boolean =>
  name.endsWith('.ptx') || /^(?:\s|\/\/[^\n]*\n)*\.version\b/.test(text)

function subject(): Subject {
  const { name, text, launch, claim, model, modelText } = state
  return {
    name,
    text,
    launch,
    claim,
    model:
      modelText === undefined
        ? { kind: 'built-in', name: model }
        : { kind: 'text', name: `${model}.cat`, text: modelText },
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Changes the state, and shows what follows from it. */
function change(part: Partial<State>): void {
  const isAnother = ['name', 'text', 'launch', 'claim', 'model', 'modelText'].some((key) => key in part)
  state = { ...state, ...part }
  void fragmentOf(state).then((fragment) => history.replaceState(null, '', `#${fragment}`))
  showTab(state.tab)
  byId('launching', HTMLElement).hidden = !isModule(state)
  if (!isAnother) {
    void showPanel()
    return
  }
  verdicts.classList.add('stale')
  clearTimeout(timer)
  timer = setTimeout(() => void check(), pause)
}

/** Decides the text, and shows the answers. */
async function check(): Promise<void> {
  const about = subject()
  const given = await ask<'check'>(about, { kind: 'check' })
  if (!isCurrent(about)) return
  verdicts.classList.remove('stale')
  if (given.kind !== 'given') {
    status.textContent = given.kind === 'refused' ? given.reason : `An internal error: ${given.message}`
    return
  }
  checked = given.value
  const { solver, messages, milliseconds } = checked
  status.textContent = `${solver === 'z3' ? 'Decided by z3' : 'Decided by brute force'} in ${milliseconds.toFixed(0)} ms${reasonForBrute}`
  state = { ...state, ...existing(checked, state) }
  verdicts.replaceChildren(...answerRows(checked, state, (chosen) => change(chosen)))
  showMessages(messages)
  await showPanel()
  if (!isCurrent(about)) return
  // How many texts were decided and shown: whoever drives the page waits for the next one.
  const { dataset } = document.documentElement
  dataset['decided'] = String(Number(dataset['decided'] ?? 0) + 1)
  await markRaces(about)
}

/** Whether nobody has edited since this was asked. An edit is followed by a question of its own. */
const isCurrent = (about: Subject): boolean => JSON.stringify(about) === JSON.stringify(subject())

/** Why z3 does not decide, if so. */
let reasonForBrute = ''

function showMessages(messages: readonly Message[], races: readonly Mark[] = []): void {
  const marksIn = (where: 'test' | 'model') =>
    messages.flatMap(({ kind, message, place }): readonly Mark[] =>
      place?.in === where
        ? [{ from: place.from, to: place.to, severity: kind === 'error' ? 'error' : 'info', message }]
        : [],
    )
  source.mark([...marksIn('test'), ...races])
  cat.mark(marksIn('model'))
  const item = ({ kind, text, message, place }: Message): HTMLElement => {
    const [line = message] = text.split('\n')
    if (place === undefined) return element('li', { class: kind }, line)
    const go = () => {
      if (place.in === 'model') change({ tab: 'model' })
      const where = place.in === 'test' ? source : cat
      where.goTo(place.from)
    }
    return element('li', {}, button(line, go, { class: kind }))
  }
  byId('messages', HTMLElement).replaceChildren(...messages.map(item))
}

/** Marks racing accesses in the text, once its answers are there. */
async function markRaces(about: Subject): Promise<void> {
  const messages = checked?.messages ?? []
  if (checked?.solver !== 'z3' || messages.some(({ kind }) => kind === 'error')) return
  const given = await ask<'races'>(about, { kind: 'races', test: state.test })
  if (given.kind !== 'given' || !isCurrent(about)) return
  showMessages(messages, raceMarks(given.value))
}

const raceMarks = ({ marks }: Races): readonly Mark[] =>
  marks.flatMap(({ place, message }) =>
    place.in === 'test' ? [{ from: place.from, to: place.to, severity: 'warning', message }] : [],
  )

/** Shows the panel of the tab that is chosen. */
async function showPanel(): Promise<void> {
  const isModel = state.tab === 'model'
  modelPanel.hidden = !isModel
  panel.hidden = isModel
  panel.setAttribute('aria-labelledby', `tab-${state.tab}`)
  if (isModel || checked === undefined) return
  const about = JSON.stringify([subject(), state.tab, state.test, state.question])
  const content = checked.tests.length === 0 ? reasonPanel('The text has errors.') : await panelOf(state.tab)
  // Meanwhile the user may have gone on.
  if (about === JSON.stringify([subject(), state.tab, state.test, state.question])) panel.replaceChildren(content)
}

async function panelOf(tab: Exclude<Tab, 'model'> | Tab): Promise<HTMLElement> {
  const { test, question } = state
  const about = subject()
  switch (tab) {
    case 'execution':
      return shownBy(await ask<'execution'>(about, { kind: 'execution', test, question }), (one) => {
        shown = one
        return executionPanel(one)
      })
    case 'explanation':
      return shownBy(await ask<'explain'>(about, { kind: 'explain', test, question }), explanationPanel)
    case 'outcomes':
      return shownBy(await ask<'outcomes'>(about, { kind: 'outcomes', test }), (one) =>
        outcomesPanel(one, (index) => void showState(index)),
      )
    case 'repairs':
      return shownBy(await ask<'repairs'>(about, { kind: 'repairs', test }), (one) => repairsPanel(one, source.setText))
    case 'races':
      return shownBy(await ask<'races'>(about, { kind: 'races', test }), racesPanel)
    case 'model':
      return reasonPanel('')
  }
}

const shownBy = <T>(given: Given<T>, panelFor: (value: T) => HTMLElement): HTMLElement =>
  given.kind === 'given' ? panelFor(given.value) : reasonPanel(given.kind === 'refused' ? given.reason : given.message)

/** The execution of a final state, below the table. */
async function showState(index: number): Promise<void> {
  const given = await ask<'state'>(subject(), { kind: 'state', test: state.test, state: index })
  const place = document.getElementById('state')
  place?.replaceChildren(
    shownBy(given, (one) => {
      shown = one
      return executionPanel(one)
    }),
  )
  place?.scrollIntoView({ block: 'nearest' })
}

/** What the editor of the model has. */
const modelShown = (): string => state.modelText ?? builtInText()

function modelTyped(text: string): void {
  if (text === modelShown()) return
  const { modelText: _, ...others } = state
  const isBuiltIn = text === builtInText()
  if (isBuiltIn) state = others
  change(isBuiltIn ? { model: state.model } : { modelText: text })
  noteEdits()
}

function noteEdits(): void {
  const isEdited = state.modelText !== undefined
  byId('model-note', HTMLElement).textContent = isEdited
    ? `${state.model}, edited`
    : `${state.model}, as it is built in`
  byId('model-reset', HTMLButtonElement).disabled = !isEdited
}

/** Shows a whole state, as a link has it. */
function show(next: State): void {
  state = next
  nameInput.value = state.name
  launchInput.value = state.launch
  claimInput.value = state.claim
  models.value = state.model
  noteEdits()
  if (source.text() === state.text) change({ text: state.text })
  else source.setText(state.text)
  if (cat.text() !== modelShown()) cat.setText(modelShown())
}

const downloads: { readonly [label: string]: () => Promise<void> } = {
  'picture, SVG': async () => download(`${state.name}.svg`, textFile(shown?.svg ?? '', 'image/svg+xml')),
  'picture, PNG': async () => download(`${state.name}.png`, await pngOf(shown?.svg ?? '')),
  'execution, JSON': async () => download(`${state.name}.json`, textFile(shown?.document ?? '', 'application/json')),
  'the test': async () => download(state.name, textFile(state.text)),
  'the other format': () => downloadText('convert', state.name.endsWith('.litmus') ? 'test' : 'litmus'),
  'CUDA program': () => downloadText('cuda', 'cu'),
}

async function downloadText(kind: 'convert' | 'cuda', ending: string): Promise<void> {
  const given = await ask<'convert' | 'cuda'>(subject(), { kind, test: state.test })
  if (given.kind === 'given') download(`${state.name.replace(/\.\w+$/, '')}.${ending}`, textFile(given.value))
  else status.textContent = given.kind === 'refused' ? given.reason : given.message
}

/** Fills a menu, and acts on a choice. */
function menu(select: HTMLSelectElement, entries: readonly HTMLElement[], choose: (value: string) => void): void {
  select.append(...entries)
  select.addEventListener('change', () => choose(select.value))
}

const option = (value: string, label = value): HTMLElement => element('option', { value }, label)

const folders = [...new Set(examples.tests.map(({ path }) => path.replace(/\/[^/]*$/, '')))]
menu(
  byId('examples', HTMLSelectElement),
  [
    option('', 'choose …'),
    ...folders.map((folder) =>
      element(
        'optgroup',
        { label: folder },
        ...examples.tests
          .filter(({ path }) => path.replace(/\/[^/]*$/, '') === folder)
          .map(({ path }) => option(path, nameOf(path))),
      ),
    ),
  ],
  (path) => {
    const one = examples.tests.find((example) => example.path === path)
    if (one !== undefined)
      show({ ...state, name: nameOf(path), text: one.text, launch: '', claim: '', test: 0, question: 0 })
  },
)
menu(
  models,
  examples.models.map(({ name }) => option(name)),
  (model) => {
    const { modelText: _, ...others } = state
    show({ ...others, model })
  },
)
const downloadMenu = byId('download', HTMLSelectElement)
menu(downloadMenu, [option('', 'choose …'), ...Object.keys(downloads).map((label) => option(label))], (label) => {
  downloadMenu.value = ''
  void downloads[label]?.()
})
byId('link', HTMLButtonElement).addEventListener('click', () => {
  void fragmentOf(state)
    .then((fragment) => navigator.clipboard.writeText(`${location.href.replace(/#.*$/, '')}#${fragment}`))
    .then(
      () => (status.textContent = 'The link is in the clipboard.'),
      () => (status.textContent = 'The link is in the address bar.'),
    )
})
byId('model-reset', HTMLButtonElement).addEventListener('click', () => cat.setText(builtInText()))
nameInput.addEventListener('input', () => change({ name: nameInput.value }))
launchInput.addEventListener('input', () => change({ launch: launchInput.value }))
claimInput.addEventListener('input', () => change({ claim: claimInput.value }))
window.addEventListener('hashchange', () => {
  void stateOf(location.hash).then((next) => {
    if (next !== undefined && JSON.stringify(next) !== JSON.stringify(state)) show(next)
  })
})

void started.then(({ solver, reason }) => {
  if (solver === undefined)
    reasonForBrute = `: z3 does not run here (${reason ?? 'no reason is known'}${crossOriginIsolated ? '' : '; the page is not isolated from other origins'}), and only small tests can be decided`
})
show(state)
if ('serviceWorker' in navigator) {
  await started
  await navigator.serviceWorker.register('service-worker.js').catch(() => undefined)
}
