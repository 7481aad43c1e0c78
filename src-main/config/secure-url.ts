import { z } from 'zod'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** A URL that receives keys or provides programs: encrypted, or on this machine. */
export const secureUrl = z.string().refine((text) => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
}, 'is neither an https URL nor a URL of this machine')
