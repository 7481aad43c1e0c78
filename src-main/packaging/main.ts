import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { writeCliPackage } from './cli-package.ts'
import { writeClientPackage } from './client-package.ts'

/** The packages for npm, written to out/packages and packed there. Runs after the build. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGES = join(ROOT, 'out', 'packages')

const [cli, client] = [join(PACKAGES, 'cli'), join(PACKAGES, 'client')]
writeCliPackage(ROOT, cli)
await writeClientPackage(ROOT, client, packageJson.version)
for (const folder of [cli, client]) {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', PACKAGES, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
}
