import { keccak256, toBytes } from 'viem'
import { expect, it } from 'vitest'
import { CREATED_EVENTS } from './pool-created.ts'

it.each(Object.entries(CREATED_EVENTS))('%s is the hash of the signature beside it', (topic, { signature }) => {
  expect(keccak256(toBytes(signature))).toBe(topic)
})
