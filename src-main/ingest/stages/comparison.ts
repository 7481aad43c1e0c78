import { countOf } from '../../../src-shared/domain/shown.ts'
import type { RowChanges } from '../../store/interface.ts'
import type { StageResult } from './stage.ts'

/** The changes of a stage in blocks that are read again. */
export class Comparison {
  #sum: RowChanges = { same: 0, added: 0, removed: 0, changed: 0 }

  add(changes: RowChanges | null): void {
    if (changes === null) return
    const { same, added, removed, changed } = this.#sum
    this.#sum = {
      same: same + changes.same,
      added: added + changes.added,
      removed: removed + changes.removed,
      changed: changed + changes.changed,
    }
  }

  /** Adds the comparison to the result of the stage. A first read has no stored rows to compare with and reports none. */
  reportIn(result: StageResult): StageResult {
    const { same, added, removed, changed } = this.#sum
    const stored = same + removed + changed
    if (stored === 0 || result.state !== 'done') return result
    const compared = `Compared with ${countOf(stored, 'stored row')}: ${added} added, ${removed} removed, ${changed} changed.`
    return { ...result, message: result.message === null ? compared : `${compared} ${result.message}`, compared: this.#sum }
  }
}
