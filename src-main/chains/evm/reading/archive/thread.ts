import { workerUrl } from '../../../../lib/worker-url.ts'
import { openReadThread } from '../../../archive/thread/read-thread.ts'
import type { PackedPage } from './pack-page.ts'

export const archiveThread = openReadThread<object, PackedPage>(() => workerUrl(import.meta.url, './worker.ts', 'evm-archive-worker'), 'evm-archive')
