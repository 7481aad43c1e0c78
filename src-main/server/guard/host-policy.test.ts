import { describe, expect, it } from 'vitest'
import { createHostPolicy } from './host-policy.ts'

const policy = (host: string, allowedHosts: readonly string[] = []) =>
  createHostPolicy({ host, port: () => 4690, allowedHosts, allowedOrigins: ['http://localhost:5173'] })

describe('Host', () => {
  it.each([
    ['127.0.0.1:4690', true],
    ['localhost:4690', true],
    ['LOCALHOST:4690', true],
    ['[::1]:4690', true],
    ['127.0.0.2:4690', true],
    ['127.0.0.1', false],
    ['127.0.0.1:80', false],
    ['evil.example:4690', false],
    ['localhost.evil.example:4690', false],
    ['192.168.1.5:4690', false],
    ['a b', false],
    ['', false],
    [undefined, false],
  ])('on loopback %s: %s', (host, allowed) => {
    expect(policy('127.0.0.1').allowsHost(host)).toBe(allowed)
  })

  it.each([
    ['192.168.1.5:4690', true],
    ['[fe80::1]:4690', true],
    ['scope.example', true],
    ['scope.example:8443', true],
    ['lan.example:4690', true],
    ['lan.example:1', false],
    ['evil.example:4690', false],
  ])('beyond loopback, with two names listed, %s: %s', (host, allowed) => {
    expect(policy('0.0.0.0', ['scope.example', 'lan.example:4690']).allowsHost(host)).toBe(allowed)
  })
})

describe('Origin', () => {
  it.each([
    [undefined, true],
    ['http://127.0.0.1:4690', true],
    ['http://localhost:4690', true],
    ['http://localhost:5173', true],
    ['http://localhost:5174', false],
    ['https://evil.example', false],
    ['null', false],
    ['file://', false],
  ])('%s: %s', (origin, allowed) => {
    expect(policy('127.0.0.1').allowsOrigin(origin, '127.0.0.1:4690')).toBe(allowed)
  })

  it.each([
    ['https://scope.example', 'scope.example', true],
    ['http://scope.example', 'scope.example', true],
    ['https://scope.example', 'lan.example', false],
    ['https://scope.example:444', 'scope.example', false],
    ['http://lan.example', 'scope.example', false],
    ['http://192.168.1.5:4690', '192.168.1.5:4690', true],
    ['http://192.168.1.6:4690', '192.168.1.5:4690', false],
    ['http://127.0.0.1:4690', '192.168.1.5:4690', true],
    ['https://127.0.0.1:4690', '192.168.1.5:4690', false],
  ])('beyond loopback, %s on %s: %s', (origin, host, allowed) => {
    expect(policy('0.0.0.0', ['scope.example', 'lan.example']).allowsOrigin(origin, host)).toBe(allowed)
  })
})
