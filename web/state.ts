/** The state of the page, and the link that holds it. */

import * as z from 'zod'

export const tabs = ['execution', 'outcomes', 'explanation', 'repairs', 'races', 'audit', 'model'] as const
export type Tab = (typeof tabs)[number]

const state = z.object({
  /** The name of the file, by whose ending its format is known. */
  name: z.string(),
  text: z.string(),
  /** The launches of the kernels of a PTX module, and a claim; empty for a test. */
  launch: z.string().default(''),
  claim: z.string().default(''),
  /** The texts of modules that the user changed, by their names without folders. */
  modules: z.record(z.string(), z.string()).default({}),
  /** The name of a built-in model, and its text if it was edited. */
  model: z.string(),
  modelText: z.string().optional(),
  /** The indices of a test and of its question. */
  test: z.int().nonnegative().default(0),
  question: z.int().nonnegative().default(0),
  tab: z.enum(tabs).default('execution').catch('execution'),
})

export type State = z.infer<typeof state>

/** Encodes the state as the fragment of a link: compressed JSON in base64url. */
export async function fragmentOf(value: State): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'))
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes the state from a fragment, with or without its `#`; undefined if the fragment is not a state. */
export async function stateOf(fragment: string): Promise<State | undefined> {
  try {
    const letters = atob(
      fragment
        .replace(/^#|(?:%20|\s)+$/g, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    )
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
    return state.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Returns the path of the example that a fragment names, as `#example=kernels/spin-lock.test`. Programs that pass links
 * on may write characters of it as `%2B`.
 */
export function exampleIn(fragment: string): string | undefined {
  const path = /^#?example=(.*)$/.exec(fragment)?.[1]
  try {
    return path === undefined ? undefined : decodeURIComponent(path)
  } catch {
    // The link is damaged: no example has such a name.
    return path
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}
