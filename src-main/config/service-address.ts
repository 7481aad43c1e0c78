import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeOwnerOnly } from './secrets.ts'

/** The address of the running service, in a file of the data folder for other tools (docs/cli.md#address). It contains no key. */
const ADDRESS_FILE = 'service.json'

const serviceAddress = z.object({
  url: z.url({ protocol: /^http$/ }),
  ws: z.url({ protocol: /^ws$/ }),
  pid: z.int(),
  version: z.string(),
})
export type ServiceAddress = z.infer<typeof serviceAddress>

export const writeServiceAddress = (dataDir: string, address: ServiceAddress): Promise<void> =>
  writeOwnerOnly(join(dataDir, ADDRESS_FILE), `${JSON.stringify(address)}\n`)

export const removeServiceAddress = (dataDir: string): Promise<void> => rm(join(dataDir, ADDRESS_FILE), { force: true })

/** Null if no service wrote one. A service that was killed leaves its file behind. */
export async function readServiceAddress(dataDir: string): Promise<ServiceAddress | null> {
  try {
    return serviceAddress.parse(JSON.parse(await readFile(join(dataDir, ADDRESS_FILE), 'utf8')))
  } catch {
    return null
  }
}
