import type { Command } from 'commander'
import { inContext } from '../command.ts'
import type { ZodError } from 'zod'
import { PERMISSIONS, createKeyBody } from '../../../src-shared/contract/records/service.ts'
import { quotaText } from '../../../src-shared/domain/shown.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { createKey, keyRecord } from '../../server/auth/api-keys.ts'
import type { StoredKey } from '../../store/interface.ts'
import { EXIT, print, printJson } from '../output.ts'
import type { CommonOptions } from '../session.ts'
import { table } from '../table.ts'

interface CreateOptions extends CommonOptions {
  readonly name: string
  readonly permissions: string
  readonly owner?: string
  readonly perMinute?: number
  readonly perDay?: number
  readonly subscriptions?: number
}

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('manage keys of the local API')

  keys
    .command('create')
    .description('create a key; it is shown only once')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--permissions <list>', `comma-separated: ${PERMISSIONS.join(', ')}`)
    .option('--owner <user>', 'the user to whom cases belong that are started with the key (default: everyone)')
    .option('--per-minute <n>', 'requests it may make in a minute', Number)
    .option('--per-day <n>', 'requests it may make in a day, by UTC', Number)
    .option('--subscriptions <n>', 'subscriptions it may have at the same time', Number)
    .action(
      inContext<CreateOptions>((options) => {
        const { name, owner, perMinute: requests_per_minute, perDay: requests_per_day, subscriptions } = options
        const permissions = options.permissions.split(',').map((p) => p.trim())
        const parsed = createKeyBody.safeParse({ name, permissions, owner, quotas: { requests_per_minute, requests_per_day, subscriptions } })
        if (!parsed.success) throw new UserFault(refusalOf(parsed.error), EXIT.usage)
        return async ({ store, clock }) => {
          const created = await createKey(store, clock, parsed.data)
          if (options.json) printJson(created)
          else
            print(`${created.key}\nKey ${created.id} "${created.name}" has the permissions ${created.permissions.join(', ')}. It is not shown again.`)
        }
      }),
    )
  keys
    .command('list')
    .description('list keys without their secrets')
    .action(
      inContext(({ json }) => async ({ store }) => {
        const rows = (await store.read.keys()).map(keyRecord)
        if (json) return printJson(rows)
        const cells = rows.map((k) => [
          ...[k.id, k.name, k.owner ?? '', k.permissions.join(', '), quotaText(k.quotas), k.prefix],
          k.revoked_at === null ? 'valid' : 'revoked',
        ])
        print(table(['id', 'name', 'owner', 'permissions', 'limits', 'starts with', 'state'], cells))
      }),
    )
  keys
    .command('revoke')
    .description('revoke a key')
    .argument('<key>', 'its id, or its name if no other valid key has it')
    .action(
      inContext<CommonOptions, [named: string]>(({ json }, named) => async ({ store, clock }) => {
        const id = findKey(await store.read.keys(), named)
        const revoked = await store.write.revokeKey({ id, at: unixSeconds(clock) })
        if (revoked === null) throw new AppError('not_found', { message: `Key ${id} does not exist. List keys: holderscope keys list` })
        if (json) printJson(keyRecord(revoked))
        else print(`Revoked key ${id} "${revoked.name}".`)
      }),
    )
}

const FIELDS: Readonly<Record<string, string>> = {
  name: '--name must have 1 to 80 characters.',
  permissions: `--permissions takes a list of ${PERMISSIONS.join(', ')}.`,
  owner: '--owner must have 1 to 80 characters, and not be *.',
  quotas: 'A limit is a whole number from 1.',
}

const refusalOf = ({ issues }: ZodError): string => FIELDS[String(issues[0]?.path[0])] ?? 'The key is not valid.'

/** The id itself, else the id of the only valid key with this name. */
function findKey(keys: readonly StoredKey[], named: string): string {
  const sameName = keys.filter(({ name, revoked_at }) => name === named && revoked_at === null)
  const [only] = sameName
  if (keys.some(({ id }) => id === named) || only === undefined) return named
  if (sameName.length > 1) throw new UserFault(`${sameName.length} keys are named "${named}"; use an id: holderscope keys list`, EXIT.usage)
  return only.id
}
