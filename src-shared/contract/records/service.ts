import { z } from 'zod'
import { EVERYONE } from '../../domain/users.ts'
import { ARCHIVE_NETWORKS, ARCHIVE_SERVICES, SERVICE_IDS } from '../../services.ts'
import { natural, networkId, unixSeconds } from '../schema.ts'

/** Answers of `/local/v1` about the service itself: keys, sources, outside services, state and recent requests. */

export const PERMISSIONS = ['read', 'firehose', 'manage'] as const
export type Permission = (typeof PERMISSIONS)[number]
/** Maximum characters of a user name. */
const USER_MAX = 80
export const userName = z.string().trim().min(1).max(USER_MAX)
const keyOwner = userName
  .refine((name) => name !== EVERYONE, 'An owner has a name other than *.')
  .nullable()
  .meta({ description: 'The user to whom the cases belong that are started with the key; null for a key of the service itself' })
const quota = z.int().min(1).max(1_000_000_000).nullable()
const keyQuotas = z.object({
  requests_per_minute: quota,
  requests_per_day: quota,
  subscriptions: quota.meta({ description: 'At the same time, in all streams' }),
})
export type KeyQuotas = z.infer<typeof keyQuotas>
/** What a key may use; null sets no limit. */
const quotas = keyQuotas.nullable().meta({ description: 'Limits over all processes of the service; null where there is none' })
export const keyRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    owner: keyOwner,
    quotas,
    permissions: z.array(z.enum(PERMISSIONS)),
    prefix: z.string().meta({ description: 'First characters, to distinguish keys' }),
    created_at: unixSeconds,
    last_used_at: unixSeconds.nullable(),
    revoked_at: unixSeconds.nullable(),
  })
  .meta({ id: 'Key' })
export type KeyRecord = z.infer<typeof keyRecord>
export const keyList = z.object({ keys: z.array(keyRecord) })
export const createKeyBody = z.object({
  name: z.string().trim().min(1).max(80),
  permissions: z.array(z.enum(PERMISSIONS)).min(1).max(PERMISSIONS.length),
  owner: keyOwner.optional(),
  quotas: keyQuotas.partial().strict().optional(),
})
export const createdKey = keyRecord.extend({ key: z.string().meta({ description: 'The key itself: shown once, never stored' }) })

export const healthRecord = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptime_seconds: z.number(),
})

const sourceStatus = z.object({
  network: networkId,
  endpoints: z.array(z.string()).meta({ description: 'Host and path start only; keys inside endpoints are never shown' }),
  set_by: z
    .enum(['flag', 'variable', 'file'])
    .nullable()
    .meta({ description: 'Where they were set; only endpoints from the file can be changed while the service runs' }),
  readable: z.boolean().meta({ description: 'Always true: this version reads every network from a node' }),
  state: z.enum(['unset', 'untested', 'ok', 'failing']),
  message: z.string().nullable(),
})
export const sourceSetting = sourceStatus.pick({ network: true, endpoints: true, set_by: true }).meta({ id: 'SourceSetting' })
export const setSourceBody = z.object({
  before: z.array(z.string().max(2_048)).max(16).meta({ description: 'The endpoints as currently shown; any other list is a conflict' }),
  endpoints: z
    .array(z.union([z.strictObject({ kept: natural }), z.strictObject({ url: z.string().min(1).max(2_048) })]))
    .max(16)
    .meta({
      description:
        'In order of preference: a new endpoint by its URL, an existing one by its index in `before`. An empty list stops reading the network',
    }),
})
export const testSourceBody = z.object({ network: networkId })
export const sourceTest = z
  .object({
    network: networkId,
    endpoints: z.array(
      z.object({
        endpoint: z.string().meta({ description: 'Scheme and host only' }),
        ok: z.boolean(),
        message: z.string().nullable().meta({ description: 'Why the endpoint cannot be used' }),
        head: natural.nullable(),
        archive: z.boolean().nullable().meta({ description: 'Keeps old state; null when not known' }),
        traces: z.boolean().nullable(),
        simulate: z.boolean().nullable(),
        logs_max_range: natural.nullable().meta({ description: 'Largest range of blocks a log query was seen to take; null when no limit was met' }),
        events: z
          .object({ since: natural, is_cut: z.boolean() })
          .nullable()
          .meta({ description: 'Oldest block whose events were seen to be listed, and whether older ones are missing; null when not known' }),
        batches: z.boolean().nullable().meta({ description: 'Takes several calls in one request; null when not known' }),
        pace: z
          .object({ per_second: z.number().positive(), is_limit: z.boolean() })
          .nullable()
          .meta({ description: 'Calls a second in the test, and whether the endpoint refused more; null when not known' }),
        typical_calls: natural.nullable().meta({ description: 'Approximate number of calls for a token of 1,000 holders and 3,000 swaps' }),
        sentences: z.array(z.string()).meta({ description: 'What the endpoint can do and what that means, for people' }),
      }),
    ),
  })
  .meta({ id: 'SourceTest' })
export type SourceTest = z.infer<typeof sourceTest>

export const serviceSetting = z
  .object({
    service: z.enum(SERVICE_IDS),
    endpoint: z.string().nullable().meta({ description: 'Scheme and host only; null if it is not set' }),
    has_key: z.boolean().meta({ description: 'The key itself is never shown' }),
    set_by: z.enum(['flag', 'variable', 'file']).nullable(),
  })
  .meta({ id: 'ServiceSetting' })
export type ServiceSetting = z.infer<typeof serviceSetting>
export const setServiceBody = z.object({
  url: z.string().min(1).max(2_048).nullable().meta({ description: 'Base URL, https or on this machine; null turns the service off' }),
  key: z.string().min(1).max(512).nullable().optional().meta({ description: 'If absent, the key stays unless the host changes; null removes it' }),
})

const archiveNetwork = z.enum(ARCHIVE_NETWORKS)
const setBy = z.enum(['variable', 'file']).nullable()
export const archiveSetting = z
  .object({
    history: z.boolean().meta({ description: 'Whether token histories may be read from the archive, which then sees the tokens and their pools' }),
    wallets: z.boolean().meta({ description: 'Whether facts about wallets may be read from it, which then sees their addresses' }),
    history_set_by: setBy,
    wallets_set_by: setBy,
    datasets: z.array(z.object({ network: archiveNetwork, dataset: z.string(), set_by: setBy })),
  })
  .meta({ id: 'ArchiveSetting' })
export type ArchiveSetting = z.infer<typeof archiveSetting>
export const setArchiveBody = z.strictObject({
  history: z.boolean().optional(),
  wallets: z.boolean().optional(),
  datasets: z
    .partialRecord(archiveNetwork, z.string().min(1).max(100).nullable())
    .optional()
    .meta({ description: 'Names of data sets; null restores the one of the public gateway. Absent ones stay' }),
})
export const archiveTest = z
  .object({
    networks: z.array(
      z.object({
        service: z.enum(Object.values(ARCHIVE_SERVICES)),
        network: archiveNetwork,
        ok: z.boolean(),
        sentences: z.array(z.string()).meta({ description: 'What was found, for people' }),
      }),
    ),
  })
  .meta({ id: 'ArchiveTest' })
export type ArchiveTest = z.infer<typeof archiveTest>

export const setOffChainBody = z.object({ allowed: z.boolean().meta({ description: 'Scans may fetch the metadata file that a token names' }) })
export const offChainSetting = setOffChainBody
  .extend({
    set_by: z.enum(['variable', 'file']).nullable().meta({ description: 'null: not decided, so not allowed' }),
  })
  .meta({ id: 'OffChainSetting' })
export type OffChainSetting = z.infer<typeof offChainSetting>

export const addressKinds = z
  .object({
    networks: z.array(
      z.object({
        network: networkId,
        kind: z.enum(['wallet', 'contract', 'smart_account', 'unknown']).meta({ description: 'unknown: no endpoint is set, or it did not answer' }),
        is_stored: z.boolean().meta({ description: 'Stored as a token' }),
      }),
    ),
  })
  .meta({ id: 'AddressKinds' })
export type AddressKinds = z.infer<typeof addressKinds>

export const statusRecord = z
  .object({
    version: z.string(),
    started_at: unixSeconds,
    data_dir: z.string(),
    off_chain_metadata: offChainSetting,
    sources: z.array(sourceStatus),
    services: z.array(serviceSetting).meta({ description: 'Outside services; a service that is not set is never used' }),
    archive: archiveSetting,
    connections: natural,
    subscriptions: natural,
  })
  .meta({ id: 'Status' })
export type StatusRecord = z.infer<typeof statusRecord>

/** Maximum topics listed for one connection, which may have a thousand. */
export const TOPICS_LISTED = 20
/** Maximum number of connections listed, newest first. */
export const CONNECTIONS_LISTED = 200
export const connectionList = z
  .object({
    connections: z
      .array(
        z.object({
          id: z.string(),
          key: z.string().meta({ description: 'Name of the key used' }),
          since: unixSeconds,
          subscriptions: natural,
          topics: z
            .array(z.object({ network: networkId, address: z.string(), stream: z.string() }))
            .max(TOPICS_LISTED)
            .meta({ description: `What it is subscribed to, the first ${TOPICS_LISTED}` }),
        }),
      )
      .max(CONNECTIONS_LISTED),
  })
  .meta({ id: 'ConnectionList' })
export type ConnectionRecord = z.infer<typeof connectionList>['connections'][number]

export const requestLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  ms: z.number(),
  key: z.string().nullable().meta({ description: 'Name of the key used' }),
})
export const requestLog = z.object({ requests: z.array(requestLogEntry) })
