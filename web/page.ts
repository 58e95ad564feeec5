/** The page: an editor, and beside it what the model says about the text. */

import { type Completion, catCompletions, testCompletions } from '../language/completion.js'
import { isModule } from '../litmus/format.js'
import { editor, type Mark, type Surroundings, viewer } from './editor/editor.js'
import type { Hovering } from './editor/hover.js'
import { catLanguage, litmusLanguage, sourceLanguage } from './editor/languages.js'
import { answerRows, existing } from './page/answers.js'
import { filesBeside, namesModules } from './page/beside.js'
import { certifying } from './page/certifying.js'
import { client } from './page/client.js'
import { compiledZ3 } from './page/compiled.js'
import { divide } from './page/divider.js'
import { button, byId, element } from './page/dom.js'
import { downloadMenu } from './page/downloads.js'
import { loadExamples, loadSources, type Texts } from './page/examples.js'
import { fileTabs } from './page/files.js'
import { firstState } from './page/first.js'
import { gallery } from './page/gallery.js'
import { linked } from './page/linked.js'
import { messageItems } from './page/messages.js'
import {
  auditPanel,
  executionPanel,
  explanationPanel,
  type Linking,
  outcomesPanel,
  racesPanel,
  reasonPanel,
  repairsPanel,
  textPanel,
} from './page/panels.js'
import { type Texts as PictureTexts, pointAt } from './page/picture.js'
import { compileCommand, nameFor } from './page/recognised.js'
import { showComparison } from './page/regress.js'
import { tabList } from './page/tabs.js'
import { stoppedPanel, type Work, workingPanel } from './page/working.js'
import type { Checked, ExecutionPicture, Given, Message, ModelChoice, Races, Subject, TextRange } from './protocol.js'
import { exampleIn, fragmentOf, type State, stateOf, type Tab } from './state.js'
import { modelFiles } from './worker/subject.js'

/**
 * The delay between a key press and deciding the text, in milliseconds. It is shorter than a fast typist's pause
 * between keys.
 */
const pause = 60

// An error while the page starts is shown where the answers would be.
const status = byId('status', HTMLElement)
addEventListener('error', ({ message }) => {
  if (checked === undefined) status.textContent = `This browser cannot run the page: ${message}`
})
// The largest file is requested before anything else.
const compiled = compiledZ3()
const loading = loadExamples()
const { ask, askBeside, cancel, started } = client(
  compiled,
  loading.then(({ modules }) => modules),
)
const examples = await loading
const inLink = location.hash.length > 1 ? await stateIn(location.hash) : undefined
const damaged = 'The link is damaged: what it held cannot be read.'
/** Shown once, beside the answers. */
let remark = inLink === undefined && location.hash.length > 1 ? `${damaged} ` : ''
let state: State = inLink ?? firstState(examples.models[0]?.name ?? '')
/** The last answers, and the picture that is shown, for downloads. */
let checked: Checked | undefined
let shown: ExecutionPicture | undefined

const panel = byId('panel', HTMLElement)
const modelPanel = byId('model-panel', HTMLElement)
const verdicts = byId('verdicts', HTMLElement)
const models = byId('models', HTMLSelectElement)
const nameInput = byId('name', HTMLInputElement)
const launchInput = byId('launch', HTMLInputElement)
const claimInput = byId('claim', HTMLInputElement)
const source = editor(byId('editor', HTMLElement), litmusLanguage, around('the test'), testProposals, (text) => {
  const name = nameFor(state.name, text)
  nameInput.value = name
  change({ text, name })
})
const files = fileTabs(
  {
    list: byId('files', HTMLElement),
    own: byId('editor', HTMLElement),
    beside: byId('beside', HTMLElement),
  },
  source,
  () => viewer(byId('beside', HTMLElement), sourceLanguage, around('a file beside the test')),
)
const cat = editor(
  byId('model-editor', HTMLElement),
  catLanguage,
  { label: 'the model in cat', hover: hoverIn('model', () => `${state.model}.cat`), pointed: () => undefined },
  catProposals,
  modelTyped,
)
const showTab = tabList(byId('tabs', HTMLElement), (tab) => change({ tab }))

/** Returns the state that a fragment holds, or with the example that it names; undefined if it is damaged. */
async function stateIn(fragment: string): Promise<State | undefined> {
  const path = exampleIn(fragment)
  return path === undefined ? stateOf(fragment) : withExample(firstState(examples.models[0]?.name ?? ''), path)
}

/** Returns the state with an example in place of its text; undefined if there is no such example. */
function withExample(before: State, path: string): State | undefined {
  const one = examples.tests.find((example) => example.path === path)
  return one && { ...before, name: nameOf(path), text: one.text, launch: '', claim: '', test: 0, question: 0 }
}

function openExample(path: string): void {
  const next = withExample(state, path)
  if (next !== undefined) show(next)
}

function testProposals(text: string, offset: number): readonly Completion[] {
  return testCompletions({ name: state.name, text }, offset)
}

function catProposals(text: string, offset: number): readonly Completion[] {
  return catCompletions({ name: `${state.model}.cat`, text }, modelFiles, offset)
}

/** Returns the text of the chosen built-in model. */
const builtInText = (): string => examples.models.find(({ name }) => name === state.model)?.text ?? ''

/** Returns what surrounds an editor of the test or of a file beside it. */
function around(label: string): Surroundings {
  return {
    label,
    hover: hoverIn('test', () => (label === 'the test' ? state.name : files.opened())),
    pointed: (at) =>
      pointAt(panel, ({ lines }) => lines.some(({ file, line }) => line === at && file === files.opened())),
  }
}

/** Returns what describes the words of a text, which the worker does. */
function hoverIn(of: 'test' | 'model', name: () => string): Hovering {
  return async (text, offset) => {
    const given = await ask<'hover'>(subject(), { kind: 'hover', of, name: name(), text, offset })
    return given.kind === 'given' ? given.value : undefined
  }
}

/** Points at an event in the text about it. */
function pointAtEvent(event: number | undefined): void {
  files.mark(pointAt(panel, (step) => step.event === event).flatMap(({ lines }) => lines))
}

let sources: Texts = {}
let areSourcesAsked = false

/** Shows the files beside the test. The sources of the examples are loaded when the first test names a module. */
function showFiles(): void {
  files.set(state.name.replace(/^.*\//, ''), filesBeside(state, examples.modules, sources))
  if (areSourcesAsked || !namesModules(state.text)) return
  areSourcesAsked = true
  void loadSources().then((loaded) => {
    sources = loaded
    showFiles()
  })
}

/** Returns a text about the test, with links to what it names. */
const links: Linking = (text, isPictured = false) =>
  linked(text, {
    own: state.name,
    beside: files.names(),
    goTo: files.goTo,
    ...(isPictured ? { pointAt: pointAtEvent } : {}),
  })
const texts: PictureTexts = { mark: (lines) => files.mark(lines), goTo: (lines) => files.goToAny(lines) }

const goToOwn = (offset: number): void => {
  files.goTo({ file: undefined, line: 1 })
  source.goTo(offset)
}

/** Returns the name of an example: its file's, with the folder if others have that name. Modules are beside it. */
function nameOf(path: string): string {
  const name = path.replace(/^.*\//, '')
  return examples.tests.filter((one) => one.path.replace(/^.*\//, '') === name).length > 1 ? path : name
}

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

/** Offers a certificate of the chosen answer, if there can be one. */
const offerCertificate = certifying(
  byId('certificate', HTMLElement),
  (about, at) => askBeside<'certify'>(about, { kind: 'certify', ...at }),
  cancel,
)

/** Offers it of what is chosen now. */
function offer(): void {
  const { test, question } = state
  const isCertifiable = checked?.tests[test]?.questions[question]?.isCertifiable ?? false
  offerCertificate(isCertifiable ? { about: subject(), at: { test, question } } : undefined)
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Changes the state, and updates what depends on it. */
function change(part: Partial<State>): void {
  const isAnother = ['name', 'text', 'launch', 'claim', 'model', 'modelText'].some((key) => key in part)
  state = { ...state, ...part }
  shown = undefined
  void fragmentOf(state).then((fragment) => history.replaceState(null, '', `#${fragment}`))
  showTab(state.tab)
  byId('launching', HTMLElement).hidden = !isModule(state)
  if (isAnother) showFiles()
  if (!isAnother) {
    offer()
    void showPanel().then(markRaces).then(showChanges)
    return
  }
  for (const one of [verdicts, panel, byId('changes', HTMLElement)]) one.classList.add('stale')
  offerCertificate(undefined)
  clearTimeout(timer)
  timer = setTimeout(() => void check(), pause)
}

/** Decides the text, and shows the answers. */
async function check(): Promise<void> {
  const about = subject()
  const compile = compileCommand(about.name)
  if (compile !== undefined) {
    showCompiling(compile)
    return
  }
  const waiting = soon(() => {
    status.textContent = 'Deciding …'
    showWorking('check', () => {
      status.textContent = 'Stopped.'
      change({ text: state.text })
    })
  })
  const given = await ask<'check'>(about, { kind: 'check' })
  clearTimeout(waiting)
  if (!isCurrent(about)) return
  verdicts.classList.remove('stale')
  if (given.kind !== 'given') {
    status.textContent = given.kind === 'refused' ? given.reason : `An internal error: ${given.message}`
    return
  }
  checked = given.value
  if (checked.launch !== undefined) {
    // The module is launched as a first try; the user changes it.
    launchInput.value = checked.launch
    change({ launch: checked.launch })
    return
  }
  const { solver, messages, milliseconds, tests } = checked
  const by = solver === 'z3' ? 'z3' : 'brute force'
  const said = tests.every(({ questions }) => questions.length === 0)
    ? 'Nothing is decided.'
    : `Decided by ${by} in ${milliseconds.toFixed(0)} ms${reasonForBrute}`
  status.textContent = remark + said
  remark = ''
  state = { ...state, ...existing(checked, state) }
  verdicts.replaceChildren(...answerRows(checked, state, (chosen) => change(chosen)))
  offer()
  showMessages(messages)
  await showPanel()
  if (!isCurrent(about)) return
  countDecided()
  await markRaces()
  await showChanges()
}

/** Counts the texts that were decided and shown. Automation waits for the next one. */
function countDecided(): void {
  const { dataset } = document.documentElement
  dataset['decided'] = String(Number(dataset['decided'] ?? 0) + 1)
}

/** Says how CUDA C++ becomes what the page decides. */
function showCompiling(command: string): void {
  checked = undefined
  status.textContent = 'CUDA C++ is compiled on your machine. Run this, and put the PTX here:'
  const copy = button('Copy', () => void navigator.clipboard.writeText(command), { 'aria-label': 'copy the command' })
  verdicts.classList.remove('stale')
  verdicts.replaceChildren(element('p', { class: 'command' }, element('code', {}, command), ' ', copy))
  panel.classList.remove('stale')
  panel.replaceChildren()
  showMessages([])
  countDecided()
}

/** Calls `say` after a delay, unless the caller clears the timer first, so that quick answers show no sign of work. */
const soon = (say: () => void) => setTimeout(say, 150)

/** Returns whether the text is unchanged since this request. Each edit makes its own request. */
const isCurrent = (about: Subject): boolean => JSON.stringify(about) === JSON.stringify(subject())

/** The reason why z3 does not decide, if it does not. */
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
  byId('messages', HTMLElement).replaceChildren(...messageItems(messages, goToPlace, links))
}

/** Goes to a place in the test or in the model. */
function goToPlace({ in: where, from }: TextRange): void {
  if (where === 'test') goToOwn(from)
  else {
    change({ tab: 'model' })
    cat.goTo(from)
  }
}

/** Marks racing accesses in the text, once its answers are there. */
async function markRaces(): Promise<void> {
  const about = subject()
  const { test } = state
  const messages = checked?.messages ?? []
  if (checked?.solver !== 'z3' || messages.some(({ kind }) => kind === 'error')) return
  // Repairs that the explanation shows may still be computed.
  const given = await askBeside<'races'>(about, { kind: 'races', test })
  if (given.kind !== 'given' || !isCurrent(about) || test !== state.test) return
  showMessages(messages, raceMarks(given.value))
}

const raceMarks = ({ marks }: Races): readonly Mark[] =>
  marks.flatMap(({ place, message }) =>
    place.in === 'test' ? [{ from: place.from, to: place.to, severity: 'warning', message }] : [],
  )

/** The folder of the tests on which an edited model is compared with the built-in one. */
const classic = 'classic/'

/** Shows what the edits of the model change, while the model is in view. */
async function showChanges(): Promise<void> {
  const shownHere = byId('changes', HTMLElement)
  const { modelText, model } = state
  const about = subject()
  const hasErrors = checked?.messages.some(({ kind, place }) => kind === 'error' && place?.in === 'model') ?? true
  shownHere.hidden = modelText === undefined || hasErrors
  if (shownHere.hidden || state.tab !== 'model') return
  comparisons += 1
  const own = comparisons
  const comparing = {
    tests: examples.tests.filter(({ path }) => path.startsWith(classic)),
    builtIn: model,
    edited: about.model,
    ask: ({ path, text }: { path: string; text: string }, under: ModelChoice) =>
      ask<'verdicts'>(about, { kind: 'verdicts', name: path, text, model: under }),
    isCurrent: () => own === comparisons && isCurrent(about) && state.tab === 'model',
  }
  await showComparison(shownHere, comparing, openExample)
}

/** The number of comparisons so far: each one ends the one before. */
let comparisons = 0

/** Shows the panel of the tab that is chosen. */
async function showPanel(): Promise<void> {
  const { tab } = state
  modelPanel.hidden = tab !== 'model'
  panel.hidden = tab === 'model'
  panel.setAttribute('aria-labelledby', `tab-${tab}`)
  if (tab === 'model' || checked === undefined) return
  const about = JSON.stringify([subject(), state.tab, state.test, state.question])
  const waiting = soon(() => showWorking(tab, () => change({ tab })))
  const content = checked.tests.length === 0 ? reasonPanel(nothing(checked)) : await panelOf(tab)
  clearTimeout(waiting)
  // The user may have moved on meanwhile.
  if (about === JSON.stringify([subject(), state.tab, state.test, state.question])) {
    panel.classList.remove('stale')
    panel.replaceChildren(content)
  }
}

/** Shows that the page works, in place of what the panel had; `again` starts what the user stopped. */
function showWorking(work: Work, again: () => void): void {
  const stop = (): void => {
    cancel()
    offer()
    panel.replaceChildren(stoppedPanel(again))
  }
  panel.classList.remove('stale')
  panel.replaceChildren(workingPanel(work, stop))
}

const nothing = ({ messages }: Checked): string =>
  messages.some(({ kind }) => kind === 'error') ? 'There are errors: see below the text.' : 'The text has no test.'

async function panelOf(tab: Exclude<Tab, 'model'> | Tab): Promise<HTMLElement> {
  const { test, question } = state
  const about = subject()
  switch (tab) {
    case 'execution':
      return shownBy(await ask<'execution'>(about, { kind: 'execution', test, question }), (one) => {
        shown = one
        return executionPanel(one, texts)
      })
    case 'explanation':
      return shownBy(await ask<'explain'>(about, { kind: 'explain', test, question }), (one) => {
        shown = one.pictures[0]
        const remedies = one.isAllowed ? reasonPanel('Looking for repairs …') : undefined
        if (remedies !== undefined)
          void ask<'remedies'>(about, { kind: 'remedies', test, question }).then((given) =>
            remedies.replaceWith(shownBy(given, (text) => textPanel(text, links))),
          )
        return explanationPanel(one, remedies, links, texts)
      })
    case 'outcomes':
      return shownBy(await ask<'outcomes'>(about, { kind: 'outcomes', test }), (one) =>
        outcomesPanel(one, (index) => void showState(index)),
      )
    case 'repairs':
      return shownBy(await ask<'repairs'>(about, { kind: 'repairs', test }), (one) => repairsPanel(one, apply, links))
    case 'races':
      return shownBy(await ask<'races'>(about, { kind: 'races', test }), (one) => {
        shown = one.shown
        return racesPanel(one, links, texts)
      })
    case 'audit':
      return shownBy(await ask<'audit'>(about, { kind: 'audit', test }), (one) => auditPanel(one, goToPlace, links))
    case 'model':
      return reasonPanel('')
  }
}

const shownBy = <T>(given: Given<T>, panelFor: (value: T) => HTMLElement): HTMLElement =>
  given.kind === 'given' ? panelFor(given.value) : reasonPanel(given.kind === 'refused' ? given.reason : given.message)

/** Puts a repair in place of the text. */
function apply(text: string): void {
  source.setText(text)
  goToOwn(0)
}

/** Shows the execution of a final state, below the table. */
async function showState(index: number): Promise<void> {
  const given = await ask<'state'>(subject(), { kind: 'state', test: state.test, state: index })
  const place = document.getElementById('state')
  place?.replaceChildren(
    shownBy(given, (one) => {
      shown = one
      return executionPanel(one, texts)
    }),
  )
  place?.scrollIntoView({ block: 'nearest' })
}

/** Returns the text in the model's editor. */
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

  byId('edited', HTMLElement).hidden = !isEdited
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

/** Fills a menu, and acts on a choice. */
function menu(select: HTMLSelectElement, entries: readonly HTMLElement[], choose: (value: string) => void): void {
  select.append(...entries)
  select.addEventListener('change', () => choose(select.value))
}

const examplesDialog = gallery(examples, {
  choose: openExample,
  draw: async ({ path, text }) => {
    const given = await ask<'thumbnail'>(subject(), { kind: 'thumbnail', name: path, text })
    return given.kind === 'given' ? given.value : undefined
  },
})
document.body.append(examplesDialog)
byId('examples', HTMLButtonElement).addEventListener('click', () => examplesDialog.showModal())
divide(byId('parts', HTMLElement), byId('divider', HTMLElement))
menu(
  models,
  examples.models.map(({ name }) => element('option', { value: name }, name)),
  (model) => {
    const { modelText, ...others } = state
    const isGiven = modelText === undefined || confirm(`Your edits of ${state.model} will be lost.`)
    if (isGiven) show({ ...others, model })
    else models.value = state.model
  },
)
downloadMenu(byId('download', HTMLSelectElement), {
  name: () => state.name,
  text: () => state.text,
  model: () => ({ name: state.model, text: modelShown() }),
  shown: () => shown,
  convert: (kind) => ask<'convert' | 'cuda'>(subject(), { kind, test: state.test }),
  say: (reason) => {
    status.textContent = reason
  },
})
/** The longest link that browsers open, in UTF-16 code units. */
const longestLink = 2_000_000

async function copyLink(link: string): Promise<void> {
  if (link.length > longestLink) {
    status.textContent = 'The text is too long for a link.'
    return
  }
  const copied = navigator.clipboard.writeText(link).then(
    () => 'the clipboard',
    () => 'the address bar',
  )
  status.textContent = `The link is in ${await copied}.`
}

byId('link', HTMLButtonElement).addEventListener('click', () => {
  void fragmentOf(state)
    .then((fragment) => copyLink(`${location.href.replace(/#.*$/, '')}#${fragment}`))
    .catch((error: unknown) => {
      status.textContent = `This browser makes no links: ${error instanceof Error ? error.message : String(error)}`
    })
})
byId('restore', HTMLButtonElement).addEventListener('click', () => cat.setText(builtInText()))
byId('edits', HTMLButtonElement).addEventListener('click', () => change({ tab: 'model' }))
nameInput.addEventListener('input', () => change({ name: nameInput.value }))
launchInput.addEventListener('input', () => change({ launch: launchInput.value }))
claimInput.addEventListener('input', () => change({ claim: claimInput.value }))
window.addEventListener('hashchange', () => {
  void stateIn(location.hash).then((next) => {
    if (next === undefined) status.textContent = damaged
    else if (JSON.stringify(next) !== JSON.stringify(state)) show(next)
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
