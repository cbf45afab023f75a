import type { ComponentChildren } from 'preact';

type Text = ComponentChildren;

/** The texts of links for passkeys and of invitations. `de/links.ts` has them in German. */
export const links = {
  link: {
    title: 'Your link',
    join: (tenancy: string) => `Join ${tenancy}`,
    signInAgain: (tenancy: string) => `Sign in to ${tenancy} again`,
    addDevice: 'Add this device',
    administer: (tenancy: string) => `Administer ${tenancy}`,
    invited: (inviter: string, email: string, tenancy: string) => `${inviter} invites you, ${email}, to ${tenancy}.`,
    recovery: (email: string) => `An administrator lets you, ${email}, enrol a new passkey.`,
    device: (email: string) => `Create a passkey on this device, to sign in as ${email}.`,
    administrator: 'Create a passkey, and you are an administrator.',
    orAccept: (link: (text: string) => Text, providers: string[]): Text => [
      'Or ',
      link(`accept with ${providers.join(' or ')}`),
      '.',
    ],
    onlyLooking: 'Only looking around?',
    withoutPasskey:
      'The link can also sign you in without a passkey, as the first application of the tenancy, this once.',
    continueWithout: 'Continue without a passkey',
    until: (time: Text): Text => ['The link can be used until ', time, '.'],
    elsewhere: (origin: string) => `Passkeys of this service work at ${origin} only.`,
    noPasskeys: 'This browser has no passkeys. Open the link with another browser or device.',
    create: 'Create a passkey',
    whatItIs:
      'A passkey replaces the password. Your device keeps it, and you unlock it with your fingerprint, your face or ' +
      'the code of the device.',
    email: 'Your e-mail address',
    name: 'Your name',
    nameOfDevice: 'Name of this device',
    deviceHint: 'Tells your passkeys apart when you have several.',
    anApplication: 'an application',
    signedInAs: (who: string) =>
      `You are signed in as ${who}. When you use this link, that session ends in this browser.`,
    cannotBeUsed: 'The link cannot be used',
    whyNot: 'It was used already, has expired, or another link has replaced it.',
    ifUsed:
      'If you have used it yourself, sign in with the passkey that you created. If not, tell an administrator of ' +
      'your organization: somebody else may have used it. They can make a new one.',
    toSignIn: 'Go to the sign-in',
  },
  device: {
    iPhone: 'iPhone',
    iPad: 'iPad',
    android: 'Android phone',
    mac: 'Mac',
    windows: 'Windows computer',
    chromebook: 'Chromebook',
    linux: 'Linux computer',
    other: 'This device',
  },
  invite: {
    title: 'You are invited',
    label: 'Invitation',
    invites: (inviter: string, tenancy: string) => `${inviter} invites you to ${tenancy}.`,
    consequence: 'If you accept, you become a member of the tenancy. An invitation can be used only once.',
    signedInAs: (email: Text): Text => [
      'You are signed in as ',
      email,
      '. If the invitation was sent to another address, sign out, and sign in with that address.',
    ],
    accept: 'Accept the invitation',
    notNow: 'Not now',
    notAs: (who: string) =>
      `This invitation cannot be accepted as ${who}. Sign out, and open the link of the invitation again, or sign in ` +
      'with your identity provider.',
  },
};
