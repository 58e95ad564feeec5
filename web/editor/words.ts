/** The words that the editors propose: a file of its own, which is loaded when something is typed. */

export { catCompletions, testCompletions } from '../../language/completion.js'
export { modelFiles } from '../worker/model-files.js'
