import { serveThread } from '../../../archive/thread/serve-thread.ts'
import { packPage, type PackedPage } from './pack-page.ts'

serveThread<object, PackedPage>((blocks) => {
  const page = packPage(blocks)
  return { page, transfer: [page.logs.text.buffer, page.logs.numbers.buffer] }
})
