import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Permission } from '../../../src-shared/contract/records/service.ts'
import { isOperator, keyOfBasic, keyOfHandshake, keyOfHeaders, mayCall, type Caller } from './caller.ts'

const [LONGEST, TOO_LONG] = ['k'.repeat(200), 'k'.repeat(201)]
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

describe('the key of a call', () => {
  it.each<[string, IncomingMessage['headers'], string | null]>([
    ['no header', {}, null],
    ['X-API-Key', { 'x-api-key': 'a' }, 'a'],
    ['a bearer token, in any case', { authorization: 'bEARER  a' }, 'a'],
    ['both: X-API-Key', { 'x-api-key': 'a', authorization: 'Bearer b' }, 'a'],
    ['the longest key', { 'x-api-key': LONGEST }, LONGEST],
    ['a longer one', { 'x-api-key': TOO_LONG }, null],
    ['a longer bearer token', { authorization: `Bearer ${TOO_LONG}` }, null],
    ['an empty one', { 'x-api-key': '' }, null],
    ['several', { 'x-api-key': ['a', 'b'] }, null],
    ['another scheme', { authorization: 'Basic YTpi' }, null],
    ['a token with more behind it', { authorization: 'Bearer a b' }, null],
  ])('%s', (_name, headers, key) => expect(keyOfHeaders(headers)).toBe(key))

  it('of a streams client may be in the address, if it is not in the headers', () => {
    const of = (search: string, headers: IncomingMessage['headers'] = {}) =>
      keyOfHandshake({ headers } as IncomingMessage, new URLSearchParams(search))
    expect(of('api-key=a')).toBe('a')
    expect(of('api-key=a', { 'x-api-key': 'b' })).toBe('b')
    expect(of(`api-key=${LONGEST}`)).toBe(LONGEST)
    for (const search of ['', 'api-key=', `api-key=${TOO_LONG}`]) expect(of(search)).toBeNull()
  })

  it.each<[string, string | undefined, string | null]>([
    ['the password, whatever the name is', basic('me:a'), 'a'],
    ['a password with a colon', basic('me:a:b'), 'a:b'],
    ['a password alone', basic('a'), 'a'],
    ['the longest', basic(`:${LONGEST}`), LONGEST],
    ['a longer one', basic(`:${TOO_LONG}`), null],
    ['an empty one', basic('me:'), null],
    ['no header', undefined, null],
    ['another scheme', 'Bearer a', null],
    ['no base64', 'Basic ?', null],
  ])('of the page on a network is %s', (_name, authorization, key) => {
    expect(keyOfBasic(authorization === undefined ? {} : { authorization })).toBe(key)
  })
})

const caller = (owner: string | null, ...permissions: Permission[]): Caller => ({ id: 'k', name: 'k', owner, permissions, quotas: null })

it('a key may call what its permissions name; `manage` includes `read`, and nothing includes another', () => {
  const allowed = (...permissions: Permission[]) =>
    (['open', 'read', 'firehose', 'manage'] as const).filter((access) => mayCall(caller(null, ...permissions), access as 'open' | 'read' | 'manage'))
  expect(allowed()).toEqual(['open'])
  expect(allowed('read')).toEqual(['open', 'read'])
  expect(allowed('firehose')).toEqual(['open', 'firehose'])
  expect(allowed('manage')).toEqual(['open', 'read', 'manage'])
})

it('only a managing key without an owner speaks for the service', () => {
  expect([caller(null, 'manage'), caller('ann', 'manage'), caller(null, 'read', 'firehose'), null].map(isOperator)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
