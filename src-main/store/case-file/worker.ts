import type { SavedCaseFile } from '../../../src-shared/contract/records/case-files.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { serveTask } from '../../lib/task-thread.ts'
import { copyCase } from './copy-case.ts'
import { finishFile } from './finish-file.ts'
import { upgradeFile } from './upgrade-file.ts'
import { verifyFile, type VerifiedFile } from './verify-file.ts'

/** Works on one case file on a separate thread, then exits. */
export interface Tasks {
  readonly copy: { readonly input: Parameters<typeof copyCase>[0]; readonly output: TokenKey[] }
  readonly finish: { readonly input: Parameters<typeof finishFile>[0]; readonly output: SavedCaseFile }
  readonly upgrade: { readonly input: Parameters<typeof upgradeFile>[0]; readonly output: undefined }
  readonly verify: { readonly input: string; readonly output: VerifiedFile }
}

export type Task = { readonly [K in keyof Tasks]: { readonly kind: K; readonly input: Tasks[K]['input'] } }[keyof Tasks]

function run(task: Task): unknown {
  switch (task.kind) {
    case 'copy':
      return copyCase(task.input)
    case 'finish':
      return finishFile(task.input)
    case 'upgrade':
      return upgradeFile(task.input)
    case 'verify':
      return verifyFile(task.input)
  }
}

serveTask(run)
