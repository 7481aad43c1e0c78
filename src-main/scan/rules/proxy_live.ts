import { flagRule } from '../rule-kinds.ts'

export const proxyLive = flagRule({
  id: 'proxy_live',
  flag: 'proxy',
  clears: 'The admin of the proxy is given up, or upgrades are switched off.',
})
