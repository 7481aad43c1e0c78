import type { ServiceSetting } from '../../../src-shared/contract/records/service.ts'
import type { ServiceId } from '../../../src-shared/services.ts'
import type { Services } from '../../ingest/services/services.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

/** A service as it may be shown. */
export function serviceSetting(services: Services, service: ServiceId): ServiceSetting {
  const { endpoint, hasKey, setBy } = services.shown(service)
  return { service, endpoint, has_key: hasKey, set_by: setBy }
}

/** Sets a service and returns it as it may be shown. */
export const setService: Handler<'setService'> = async ({ params: { service }, body }, { services, clock }) => {
  await services.change(service, body)
  return liveAnswer(serviceSetting(services, service), clock)
}
