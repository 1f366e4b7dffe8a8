import { isOwnMachine } from '../page/address.ts'
import { Popup } from '../ui/Popup.tsx'
import { QrCode } from '../ui/QrCode.tsx'

/** The address of this Florin as a code for the camera of a phone. */
export function PhoneCode({ onClose }: { onClose: () => void }) {
  const { origin, hostname } = location
  return (
    <Popup title="Florin on your phone" onClose={onClose}>
      {isOwnMachine(hostname) ? (
        <p>
          This page is open at <b className="font-medium">{origin}</b>, which only this machine can reach.
          Open Florin at the address that this machine has in your network, and show the code there.
        </p>
      ) : (
        <>
          <QrCode
            text={origin}
            label={`A code with the address ${origin}`}
            className="mx-auto size-52 rounded-control bg-white"
          />
          <p className="mt-3 text-center">
            Point the camera at it, or open <b className="font-medium break-all">{origin}</b>. Then sign in,
            and add the page to the home screen.
          </p>
        </>
      )}
    </Popup>
  )
}
