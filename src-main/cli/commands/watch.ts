import { once } from 'node:events'
import { Argument, Option, type Command } from 'commander'
import { watchRuleBody, type WatchAlert, type WatchRule, type WatchRuleBody } from '../../../src-shared/contract/records/watch.ts'
import { countOf, timeText } from '../../../src-shared/domain/shown.ts'
import {
  describeCondition,
  describeSubject,
  durationText,
  SUBJECT_KINDS,
  type SubjectKind,
  type WatchSubject,
} from '../../../src-shared/domain/watch.ts'
import type { Context } from '../../context.ts'
import { checkRule, newRule } from '../../ingest/watch/check-rule.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import type { Store } from '../../store/interface.ts'
import { EXIT, print, printJson, printToStderr } from '../output.ts'
import { sourcesOption } from '../source-option.ts'
import { paragraph, table } from '../table.ts'
import { claimedArgument, tokenArgument } from '../token-argument.ts'
import { act, type CaseOptions } from './case-session.ts'
import { CONDITION_HELP, parseCondition } from './watch-condition.ts'

const ALERT_ROWS = 500
const QUIET_SECONDS = 600

interface AddOptions extends CaseOptions {
  readonly when: string
  readonly name?: string
  readonly quiet: number
  readonly notice?: boolean
  readonly webhook?: string
}

export function addWatch(program: Command): void {
  const group = program.command('watch').description('watch rules: what to report about tokens, wallets, tags, entities and creators')
  group
    .command('run', { isDefault: true })
    .addOption(sourcesOption())
    .description('evaluate the rules and print each alert on a line, until interrupted')
    .action(act((context, options) => run(context, options.json === true)))
  withRule(group.command('add').description('create a watch rule')).action(
    act((context, options, ...ids) => add(context, options as AddOptions, ids)),
  )
  withRule(group.command('test').description('print what a rule would have reported in the last 30 days of stored history')).action(
    act((context, options, ...ids) => test(context, options as AddOptions, ids)),
  )
  group.command('list').description('list the watch rules').action(act(list))
  for (const [name, about, enabled] of [
    ['on', 'turn a watch rule on', true],
    ['off', 'turn a watch rule off', false],
  ] as const) {
    group
      .command(name)
      .description(about)
      .argument('<rule>', 'its id or name')
      .action(act((context, options, rule) => turn(context, options, rule, enabled)))
  }
  group.command('remove').description('delete a watch rule').argument('<rule>', 'its id or name').action(act(remove))
  group.command('alerts').description('print stored alerts, newest first').action(act(alerts))
}

function withRule(command: Command): Command {
  return command
    .addArgument(new Argument('<subject>', 'what to watch').choices(SUBJECT_KINDS))
    .argument('[id...]', 'its network and address (with the number of a cluster behind it), the name of a tag, or the case and id of an entity')
    .addOption(new Option('--when <condition>', CONDITION_HELP).makeOptionMandatory())
    .option('--name <name>', 'a name for the rule')
    .option('--quiet <seconds>', 'time in which repeats only raise the count of an alert', Number, QUIET_SECONDS)
    .option('--notice', 'show a system notification')
    .option('--webhook <url>', 'call this https URL, or http on this machine')
}

async function run(context: Context, json: boolean): Promise<void> {
  context.bus.subscribe('alerts', (_token, alert) => (json ? printJson(alert) : print(alertLine(alert))))
  await context.follow.resume()
  await context.watch.start()
  const rules = (await context.store.read.watchRules()).filter(({ enabled }) => enabled)
  printToStderr(
    rules.length === 0
      ? 'No watch rules are on. Create one: holderscope watch add --help'
      : `Watching with ${countOf(rules.length, 'rule')}. Stop with Ctrl+C.`,
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

async function add({ store, clock }: Context, options: AddOptions, ids: readonly unknown[]): Promise<void> {
  const rule = newRule(await checkRule(store, ruleOf(options, ids)), unixSeconds(clock))
  await store.write.saveWatchRule(rule)
  if (options.json) return printJson(rule)
  print(`${ruleSentence(rule)}\nRule ${rule.id}.${rule.webhook_url === null ? '' : ` Webhook secret: ${rule.secret}`}`)
}

async function test({ store, watch }: Context, options: AddOptions, ids: readonly unknown[]): Promise<void> {
  const answer = await watch.test(await checkRule(store, ruleOf(options, ids)))
  if (options.json) return printJson(answer)
  const rows = answer.alerts.map(({ at, reason, count }) => `${timeText(at)}  ${reason}${count > 1 ? ` (${count} times)` : ''}`)
  print([...(rows.length === 0 ? ['Nothing.'] : rows), ...answer.basis.map((note) => paragraph(note, { bullet: 'Note: ' }))].join('\n'))
}

async function list({ store }: Context, options: CaseOptions): Promise<void> {
  const rules = await store.read.watchRules()
  if (options.json) return printJson(rules)
  if (rules.length === 0) return print('No watch rules yet. Create one: holderscope watch add --help')
  const cells = rules.map((rule) => [
    rule.id,
    rule.enabled ? 'on' : 'off',
    rule.name ?? '',
    describeSubject(rule.subject),
    describeCondition(rule.condition),
  ])
  print(table(['id', 'state', 'name', 'watches', 'when'], cells))
}

async function turn({ store, clock }: Context, options: CaseOptions, idOrName = '', enabled: boolean): Promise<void> {
  const rule = { ...(await load(store, idOrName)), enabled, changed_at: unixSeconds(clock) }
  await store.write.saveWatchRule(rule)
  if (options.json) printJson(rule)
  else print(`${ruleSentence(rule)} It is ${enabled ? 'on' : 'off'}.`)
}

async function remove({ store }: Context, options: CaseOptions, idOrName = ''): Promise<void> {
  const rule = await load(store, idOrName)
  await store.write.deleteWatchRule(rule.id)
  if (options.json) printJson(rule)
  else print(`Deleted: ${ruleSentence(rule)}`)
}

async function alerts({ store }: Context, options: CaseOptions): Promise<void> {
  const { alerts: rows } = await store.read.watchAlerts({ unread: false, before: null, limit: ALERT_ROWS })
  if (options.json) return printJson(rows)
  print(rows.length === 0 ? 'No alerts.' : rows.map(alertLine).join('\n'))
}

async function load(store: Store, idOrName: string): Promise<WatchRule> {
  const found = (await store.read.watchRules()).filter(({ id, name }) => id === idOrName || name === idOrName)
  if (found.length > 1) throw new UserFault(`${found.length} rules are named "${idOrName}". Use an id: holderscope watch list`, EXIT.usage)
  if (found[0] === undefined) throw new AppError('not_found', { message: `Watch rule ${idOrName} does not exist. List them: holderscope watch list` })
  return found[0]
}

function ruleOf({ when, name, quiet, notice = false, webhook }: AddOptions, [kind, ids]: readonly unknown[]): WatchRuleBody {
  const parsed = watchRuleBody.safeParse({
    ...{ notice, enabled: true },
    name: name ?? null,
    subject: subjectOf(kind as SubjectKind, ids as string[]),
    condition: parseCondition(when),
    quiet_seconds: quiet,
    webhook_url: webhook ?? null,
  })
  if (!parsed.success) throw new UserFault(parsed.error.issues[0]?.message ?? 'The rule is not valid.', EXIT.usage)
  return parsed.data
}

function subjectOf(kind: SubjectKind, ids: readonly string[]): WatchSubject {
  const [first = '', second = '', third] = ids
  const most = { token: 2, cluster: 3, wallet: 2, creator: 2, tag: 1, entity: 2, followed: 0 }[kind]
  if (ids.length !== most) throw new UserFault(`"${kind}" takes ${most === 0 ? 'nothing' : countOf(most, 'argument')} after it.`, EXIT.usage)
  switch (kind) {
    case 'token':
    case 'cluster': {
      const { network, address: token_address } = tokenArgument(first, second)
      if (kind === 'token') return { kind, network, token_address }
      // Users count clusters from 1.
      return { kind, network, token_address, cluster: Number(third) - 1 }
    }
    case 'wallet':
    case 'creator':
      return { kind, ...claimedArgument(first, second) }
    case 'tag':
      return { kind, name: first }
    case 'entity':
      return { kind, case: first, entity: second }
    case 'followed':
      return { kind }
  }
}

const ruleSentence = ({ subject, condition, quiet_seconds }: WatchRule): string =>
  `Watches ${describeSubject(subject)} and reports when ${describeCondition(condition)}${quiet_seconds === 0 ? '' : `, at most every ${durationText(quiet_seconds)}`}.`

/** `2026-11-23 09:44  PEP: … (3 times, reverted)` */
function alertLine({ first_at, reason, count, reverted_at, delivery }: WatchAlert): string {
  const notes = [
    ...(count > 1 ? [`${count} times`] : []),
    ...(reverted_at === null ? [] : ['reverted by the chain']),
    ...(delivery === null || delivery.state === 'delivered' ? [] : [`webhook ${delivery.state}`]),
  ]
  return `${timeText(first_at)}  ${reason}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}
