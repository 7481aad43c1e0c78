import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const CHILD = fileURLToPath(new URL('./testing/descriptor-child.ts', import.meta.url))
const DESCRIPTORS = 40
/** Node reads certificates named in the environment in the background, so a descriptor becomes free at any time. */
const WITHOUT_OWN_CERTIFICATES = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, NODE_USE_SYSTEM_CA: undefined }

it.skipIf(process.platform !== 'linux')('a post waits for a free descriptor', async () => {
  const server = createServer((_, response) => void response.end('{}')).listen(0, '0.0.0.0')
  await once(server, 'listening')
  const script = `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script, process.execPath, CHILD, url], { env: WITHOUT_OWN_CERTIFICATES })
  server.closeAllConnections()
  server.close()
  expect(JSON.parse(stdout)).toEqual({ status: 200, waited: true })
})
