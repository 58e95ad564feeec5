/** The page: an editor, and beside it what the model says about the text. */

import { type Completion, testCompletions } from '../language/completion.js'
import { isModule } from '../litmus/format.js'
import { editor, type Mark, type Surroundings, viewer } from './editor/editor.js'
import type { Hovering } from './editor/hover.js'
import { litmusLanguage, sourceLanguage } from './editor/languages.js'
import { answerRows, decidedText, existing } from './page/answers.js'
import { filesBeside, namesModules } from './page/beside.js'
import { certifying } from './page/certifying.js'
import { client } from './page/client.js'
import { commandToCopy } from './page/compiling.js'
import { divide } from './page/divider.js'
import { byId } from './page/dom.js'
import { downloadMenu } from './page/downloads.js'
import { pointAt } from './page/drawing.js'
import { loadExamples, loadSources, type Texts } from './page/examples.js'
import { fileTabs } from './page/files.js'
import { firstState } from './page/first.js'
import { gallery } from './page/gallery.js'
import { linked } from './page/linked.js'
import { marksIn, raceMarks } from './page/marks.js'
import { messageItems } from './page/messages.js'
import { modelEditor } from './page/model.js'
import { applying, sayChanged } from './page/modules.js'
import { firstModel, stateIn, subjectOf, withExample } from './page/opening.js'
import { panelFor } from './page/panel.js'
import { type Linking, reasonPanel } from './page/panels.js'
import type { AroundPicture } from './page/picture.js'
import { compileCommand, nameFor, replacedBy } from './page/recognised.js'
import { changesShown } from './page/regress.js'
import { linkButton } from './page/sharing.js'
import { isAside } from './page/superseding.js'
import { tabList } from './page/tabs.js'
import { stoppedPanel, type Work, workingPanel } from './page/working.js'
import { roomIn } from './page/zoom.js'
import type { Checked, ExecutionPicture, Message, Subject, TextRange } from './protocol.js'
import { fragmentOf, type State, type Tab } from './state.js'

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
const panel = byId('panel', HTMLElement)
const loading = loadExamples()
const { ask, askBeside, cancel, started } = client(
  loading.then(({ modules }) => modules),
  (query, text) => {
    if (!isAside(query)) sayProgress(text)
  },
  () => roomIn(panel),
)
const examples = await loading
const inLink = location.hash.length > 1 ? await stateIn(location.hash, examples) : undefined
const damaged = 'The link is damaged: what it held cannot be read.'
/** Shown once, beside the answers. */
let remark = inLink === undefined && location.hash.length > 1 ? `${damaged} ` : ''
let state: State = inLink ?? firstState(firstModel(examples))
/** The last answers, and the picture that is shown, for downloads. */
let checked: Checked | undefined
let shown: ExecutionPicture | undefined

const modelPanel = byId('model-panel', HTMLElement)
const verdicts = byId('verdicts', HTMLElement)
const nameInput = byId('name', HTMLInputElement)
const launchInput = byId('launch', HTMLInputElement)
const claimInput = byId('claim', HTMLInputElement)
const source = editor(byId('editor', HTMLElement), litmusLanguage, around('the test'), testProposals, edited)

/** Called with what the user typed, or what was set. */
function edited(text: string, isAnother: boolean): void {
  const next = isAnother
    ? { ...replacedBy(state, text), modules: {}, test: 0, question: 0 }
    : { name: nameFor(state.name, text) }
  change({ text, ...next })
  fillInputs()
}
const files = fileTabs(
  {
    list: byId('files', HTMLElement),
    own: byId('editor', HTMLElement),
    beside: byId('beside', HTMLElement),
  },
  source,
  () =>
    viewer(
      byId('beside', HTMLElement),
      sourceLanguage,
      around('a file beside the test'),
      (text) => change({ modules: { ...state.modules, [files.opened()]: text } }),
      () => {
        status.textContent = `${files.opened()} is only shown: what is decided is the PTX that was compiled from it.`
      },
    ),
)
byId('restore-module', HTMLButtonElement).addEventListener('click', () => change({ modules: {} }))
const model = modelEditor({
  models: examples.models,
  state: () => state,
  change: (next) => {
    state = next
    change({ model: next.model })
  },
  show: (next) => show(next),
  inView: () => change({ tab: 'model' }),
  hover: hoverIn('model', () => `${state.model}.cat`),
})
const showTab = tabList(byId('tabs', HTMLElement), (tab) => change({ tab }))

function openExample(path: string): void {
  const next = withExample(state, path, examples.tests)
  if (next !== undefined) show(next)
}

function testProposals(text: string, offset: number): readonly Completion[] {
  return testCompletions({ name: state.name, text }, offset)
}

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
  sayChanged(byId('changed-module', HTMLElement), state.modules)
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
const texts: AroundPicture = {
  mark: (lines) => files.mark(lines),
  goTo: (lines) => files.goToAny(lines),
  draw: async (document, opened, race) => {
    const given = await ask<'drawn'>(subject(), { kind: 'drawn', document, opened, race })
    return given.kind === 'given' ? given.value : undefined
  },
}

const goToOwn = (offset: number): void => {
  files.goTo({ file: undefined, line: 1 })
  source.goTo(offset)
}

const subject = (): Subject => subjectOf(state)

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
  const isAnother = ['name', 'text', 'launch', 'claim', 'modules', 'model', 'modelText'].some((key) => key in part)
  state = { ...state, ...part }
  shown = undefined
  void fragmentOf(state).then((fragment) => history.replaceState(null, '', `#${fragment}`))
  showTab(state.tab)
  byId('launching', HTMLElement).hidden = !isModule(state)
  if (isAnother) showFiles()
  if (!isAnother) {
    showRow(true)
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
  const said = decidedText(checked, reasonForBrute)
  status.textContent = remark + said
  remark = ''
  state = { ...state, ...existing(checked, state) }
  verdicts.replaceChildren(...answerRows(checked, state, (chosen) => change(chosen)))
  showRow(false)
  offer()
  showMessages(checked.messages)
  await showPanel()
  if (!isCurrent(about)) return
  countDecided()
  await markRaces()
  await showChanges()
}

/** Marks the row of the template whose instance is chosen, and scrolls to it if asked. */
function showRow(scrolls: boolean): void {
  source.choose(checked?.tests[state.test]?.row?.line, scrolls)
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
  verdicts.classList.remove('stale')
  verdicts.replaceChildren(commandToCopy(command))
  panel.classList.remove('stale')
  panel.replaceChildren()
  showMessages([])
  countDecided()
}

/** Calls `say` after a delay, unless the caller clears the timer first, so that quick answers show no sign of work. */
const soon = (say: () => void) => setTimeout(say, 150)

/** Returns whether the text is unchanged since this request. Each edit makes its own request. */
const isCurrent = (about: Subject): boolean => JSON.stringify(about) === JSON.stringify(subject())

/** The reason why CaDiCaL does not decide, if it does not. */
let reasonForBrute = ''

function showMessages(messages: readonly Message[], races: readonly Mark[] = []): void {
  source.mark([...marksIn('test', messages), ...races])
  model.mark(marksIn('model', messages))
  byId('messages', HTMLElement).replaceChildren(...messageItems(messages, goToPlace, links))
}

/** Goes to a place in the test or in the model. */
function goToPlace({ in: where, from }: TextRange): void {
  if (where === 'test') goToOwn(from)
  else {
    change({ tab: 'model' })
    model.goTo(from)
  }
}

/** Marks racing accesses in the text, once its answers are there. */
async function markRaces(): Promise<void> {
  const about = subject()
  const { test } = state
  const messages = checked?.messages ?? []
  if (checked?.solver !== 'sat' || messages.some(({ kind }) => kind === 'error')) return
  // Repairs that the explanation shows may still be computed.
  const given = await askBeside<'races'>(about, { kind: 'races', test })
  if (given.kind !== 'given' || !isCurrent(about) || test !== state.test) return
  showMessages(messages, raceMarks(given.value))
}

/** Shows what the edits of the model change, while the model is in view. */
const showChanges = changesShown(byId('changes', HTMLElement), {
  tests: examples.tests,
  edited: () => {
    const hasErrors = checked?.messages.some(({ kind, place }) => kind === 'error' && place?.in === 'model') ?? true
    return state.modelText === undefined || hasErrors ? undefined : { about: subject(), builtIn: state.model }
  },
  isInView: () => state.tab === 'model',
  ask: (about, query) => ask<'verdicts'>(about, query),
  open: openExample,
})

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

/** Shows how far the work is where the page shows that it works. */
let sayProgress: (text: string) => void = () => undefined

/** Shows that the page works, in place of what the panel had; `again` starts what the user stopped. */
function showWorking(work: Work, again: () => void): void {
  const stop = (): void => {
    cancel()
    offer()
    panel.replaceChildren(stoppedPanel(again))
  }
  panel.classList.remove('stale')
  const working = workingPanel(work, stop)
  sayProgress = working.say
  panel.replaceChildren(working.panel)
}

const nothing = ({ messages }: Checked): string =>
  messages.some(({ kind }) => kind === 'error') ? 'There are errors: see below the text.' : 'The text has no test.'

/** Returns what the panel of the chosen tab shows. */
const panelOf = (tab: Exclude<Tab, 'model'>): Promise<HTMLElement> =>
  panelFor(tab, {
    ask: (query) => ask(subject(), query),
    at: { test: state.test, question: state.question },
    links,
    texts,
    goTo: goToPlace,
    apply,
    goToTab: (tab) => change({ tab }),
    showing: (one) => {
      shown = one
    },
  })

/** Puts a repair in place of the texts. */
const apply = applying({
  files,
  text: () => state.text,
  setText: source.setText,
  modules: () => state.modules,
  setModules: (modules) => change({ modules }),
})

/** Shows the name of the text, and how it is launched. */
function fillInputs(): void {
  nameInput.value = state.name
  launchInput.value = state.launch
  claimInput.value = state.claim
}

/** Shows a whole state, as a link has it. */
function show(next: State): void {
  state = next
  fillInputs()
  if (source.text() === state.text) change({ text: state.text })
  else source.load(state.text)
  model.show()
}

gallery(byId('examples', HTMLButtonElement), examples, {
  choose: openExample,
  draw: async ({ path, text }) => {
    const given = await ask<'thumbnail'>(subject(), { kind: 'thumbnail', name: path, text })
    return given.kind === 'given' ? given.value : undefined
  },
})
divide(byId('parts', HTMLElement), byId('divider', HTMLElement))
downloadMenu(byId('download', HTMLSelectElement), {
  name: () => state.name,
  text: () => state.text,
  model: () => ({ name: state.model, text: model.text() }),
  shown: () => shown,
  convert: (kind) => ask<'convert' | 'cuda'>(subject(), { kind, test: state.test }),
  say: (reason) => {
    status.textContent = reason
  },
})
linkButton(
  byId('link', HTMLButtonElement),
  () => state,
  (said) => {
    status.textContent = said
  },
)
nameInput.addEventListener('input', () => change({ name: nameInput.value }))
launchInput.addEventListener('input', () => change({ launch: launchInput.value }))
claimInput.addEventListener('input', () => change({ claim: claimInput.value }))
window.addEventListener('hashchange', () => {
  void stateIn(location.hash, examples).then((next) => {
    if (next === undefined) status.textContent = damaged
    else if (JSON.stringify(next) !== JSON.stringify(state)) show(next)
  })
})

void started.then(({ solver, reason }) => {
  if (solver === undefined)
    reasonForBrute = `: CaDiCaL does not run here (${reason ?? 'no reason is known'}), and only small tests can be decided`
})
show(state)
if ('serviceWorker' in navigator) {
  await started
  await navigator.serviceWorker.register('service-worker.js').catch(() => undefined)
}
