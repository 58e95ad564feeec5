import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, root } from './support.js'

/**
 * Specs that do not test a single file: the rules of folders, the documents, the examples, and the published tests of
 * others.
 */
const ofMore =
  /^(mirror|rooms|documents(\.install|\.questions)?|examples(\.brute|\.pipelines|\.blackwell|\.sizes)?|restricted-pointers|streams|conformance\/[^/]+)\.spec\.ts$/

/**
 * Returns the paths of the files that a spec may test: `a/b.c.spec.ts` tests `a/b.c.ts`, or one aspect of `a/b.ts`. A
 * script that needs no build is an mjs file, a model is a cat file, a grammar for colours is JSON, and an action for
 * GitHub is YAML.
 */
const subjects = (spec: string): readonly string[] => {
  const folder = dirname(spec)
  const parts = spec.slice(folder === '.' ? 0 : folder.length + 1, -'.spec.ts'.length).split('.')
  return parts.flatMap((_, i) =>
    ['ts', 'mjs', 'cat', 'tmLanguage.json', 'yml'].map((ending) =>
      join(folder, `${parts.slice(0, i + 1).join('.')}.${ending}`),
    ),
  )
}

test.each(filesBelow(join(root, 'spec'), '.spec.ts').filter((spec) => !ofMore.test(spec)))(
  '%s is of a file',
  (spec) => {
    expect(subjects(spec).filter((file) => existsSync(join(root, file)))).not.toEqual([])
  },
)
