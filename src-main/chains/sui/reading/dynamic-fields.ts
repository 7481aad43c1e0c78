import { contradiction } from '../../rpc/node-fault.ts'
import type { SuiNode } from '../rpc/node.ts'

/** A field that an object stores by name. Tables store their rows this way (`StateService.ListDynamicFields`). */
export interface DynamicField {
  /** BCS of the name. */
  readonly name: Uint8Array
  /** BCS of the value; empty if only names were requested. */
  readonly value: Uint8Array
}

/** The largest page that a service accepts; it may return fewer. */
const PAGE_SIZE = 1_000
const MAX_PAGES = 20

/** All fields of a table in its newest state; null if there are more than can be read. @throws NodeFault, AppError */
export async function listDynamicFields(
  { grpc }: SuiNode,
  table: string,
  what: 'names' | 'values',
  signal: AbortSignal,
): Promise<readonly DynamicField[] | null> {
  const readMask = { paths: what === 'names' ? ['name'] : ['name', 'value'] }
  const found: DynamicField[] = []
  let pageToken: Uint8Array | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const input = { parent: table, pageSize: PAGE_SIZE, ...(pageToken === undefined ? {} : { pageToken }), readMask }
    const answer = await grpc.unary('stateService', 'listDynamicFields', input, signal)
    for (const { name, value } of answer.dynamicFields) {
      if (name?.value === undefined) throw contradiction(grpc.hosts, `a field of ${table} has no name`)
      found.push({ name: name.value, value: value?.value ?? new Uint8Array() })
    }
    const next = answer.nextPageToken
    if (next === undefined || next.length === 0) return found
    if (answer.dynamicFields.length === 0) throw contradiction(grpc.hosts, 'a page names a next one but has no fields')
    pageToken = next
  }
  return null
}

/** The id of the field that stores the value of an object id in a table. */
export async function deriveFieldId(table: string, id: string): Promise<string> {
  const { deriveDynamicFieldID } = await import('@mysten/sui/utils')
  return deriveDynamicFieldID(table, '0x2::object::ID', Buffer.from(id.slice(2), 'hex'))
}
