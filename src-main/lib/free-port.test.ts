import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { findFreePort, isPortFree } from './free-port.ts'

it('finds the next free port where the wanted one is taken', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  expect(await isPortFree('127.0.0.1', port)).toBe(false)
  const found = await findFreePort('127.0.0.1', port)
  expect(found).not.toBe(port)
  expect(found === 0 || found > port).toBe(true)
  taken.close()
})

it('keeps any free port', async () => {
  expect(await findFreePort('127.0.0.1', 0)).toBe(0)
})
