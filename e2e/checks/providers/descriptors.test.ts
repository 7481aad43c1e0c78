import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startGrpcServer } from '../../fixtures/sui/grpc-server.ts'
import { playLaunch } from '../../fixtures/sui/scenario.ts'

const CHILD = fileURLToPath(new URL('./descriptor-child.ts', import.meta.url))
const DESCRIPTORS = 60

it.skipIf(process.platform !== 'linux')('a call over gRPC waits for a free descriptor', async () => {
  const { ledger } = playLaunch(3)
  const nodes = [await startGrpcServer(ledger), await startGrpcServer(ledger)]
  const script = `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`
  const { stdout } = await promisify(execFile)('sh', ['-c', script, process.execPath, CHILD, ...nodes.map(({ url }) => url)])
  for (const node of nodes) await node.stop()
  expect(JSON.parse(stdout)).toEqual({ head: ledger.head, waited: true })
})
