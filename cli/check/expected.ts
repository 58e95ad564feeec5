/** The tables that a path names: a file, or every `expected.csv` below a folder. */

import { all, ok, type Result, then } from '../../source/result.js'
import { tablesAt } from '../input/files.js'
import { readSource } from '../input/source.js'
import { type Expectations, readExpectations } from '../tables/expectations.js'

/** Their rows for the model; none without a path. `opened` gets the path of each. */
export const expectationsIn = (
  path: string | undefined,
  model: string,
  opened: (path: string) => void = () => undefined,
): Result<readonly Expectations[]> =>
  path === undefined
    ? ok([])
    : then(tablesAt(path), (tables) =>
        all(
          tables.map((table) => {
            opened(table)
            return then(readSource(table, 'table'), (source) => readExpectations(source, model))
          }),
        ),
      )
