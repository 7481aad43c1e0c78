import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueMessage } from './issue-message.ts'

const messageOf = (schema: z.ZodType, value: unknown): string | undefined => schema.safeParse(value).error?.issues.map(issueMessage).join('; ')

describe('messages that follow the name of a value', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.coerce.number(), 'x', 'must be a number'],
    [z.number().int(), 1.5, 'must be a whole number'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().gt(0), 0, 'must be more than 0'],
    [z.number().max(200), 201, 'must be at most 200'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().max(3), 'four', 'must have at most 3 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.enum(['asc', 'desc']), 'up', 'must be one of asc, desc'],
    [z.literal('read'), undefined, 'must be "read"'],
    [z.object({}), [], 'must be an object'],
    [z.union([z.string(), z.number()]), null, 'must be a string or must be a number'],
    [z.union([z.url({ error: 'is not a URL' }), z.array(z.string())]), 'x', 'is not a URL'],
    [z.string().refine(() => false, 'is not what it was'), 'x', 'is not what it was'],
  ])('%#: %j', (schema, value, words) => {
    expect(messageOf(schema, value)).toBe(words)
  })
})
