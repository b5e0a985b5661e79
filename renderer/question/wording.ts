/** What the dialog says in its own words, apart from anything that a server wrote. */
import type { ArmingView, QuestionView } from '../../contract/view.ts';

type Wording = { heading: string; accept: string; decline: string };

export function wordingOf({ body, server, calls }: QuestionView): Wording {
  switch (body.kind) {
    case 'form':
      return { heading: `“${server.name}” asks ${aboutCalls(calls)}`, accept: 'Accept', decline: 'Decline' };
    case 'url':
      return {
        heading: `“${server.name}” wants to open a page ${aboutCalls(calls)}`,
        accept: 'Open in browser',
        decline: 'Decline',
      };
    case 'remote':
      return {
        heading: `Connect to this address for “${server.name}”?`,
        accept: 'Connect',
        decline: 'Do not connect',
      };
    case 'approval':
      return {
        heading: `Send this call of “${body.tool}” to “${server.name}”?`,
        accept: 'Send this call',
        decline: 'Do not send',
      };
    case 'policy':
      return {
        heading: body.lost
          ? 'Accept the rules of policy.json anew?'
          : 'policy.json has other rules than you accepted',
        accept: 'Accept these rules',
        decline: body.lost ? 'Ask for every call' : 'Keep the old ones',
      };
    case 'forwarding':
      return body.address === undefined
        ? {
            heading: 'Stop sending the record to your collector?',
            accept: 'Stop sending it',
            decline: 'Go on sending it',
          }
        : {
            heading: 'Send the record to this address?',
            accept: 'Send the record',
            decline: 'Do not send it',
          };
    case 'program':
      return {
        heading: `Start this program for “${server.name}”?`,
        accept: 'Start this program',
        decline: 'Do not start',
      };
    case 'provider':
      return {
        heading: `Send conversations to the model “${body.model}” at this address?`,
        accept: 'Use this model',
        decline: 'Do not use it',
      };
    case 'link':
      return {
        heading: 'Open this address from the conversation?',
        accept: 'Open in browser',
        decline: 'Do not open',
      };
    case 'traits':
      return {
        heading: `What may “${server.name}” do?`,
        accept: 'Save',
        decline: 'Leave it as it is',
      };
    case 'roots':
      return {
        heading: body.wanted
          ? `“${server.name}” wants to know which folders you share with it`
          : `Which folders do you share with “${server.name}”?`,
        accept: 'Share these folders',
        decline: body.wanted ? 'Share none' : 'Leave it as it is',
      };
    case 'folders':
      if (body.folders.length === 0)
        return {
          heading: `Start the form server as “${server.name}”?`,
          accept: 'Start it',
          decline: 'Do not start',
        };
      return {
        heading: `Let “${server.name}” work in these folders?`,
        accept: 'Share these folders',
        decline: 'Do not share',
      };
    default:
      return body satisfies never;
  }
}

function aboutCalls(calls: readonly string[]): string {
  const [first] = calls;
  if (first === undefined) return 'you';
  return calls.length === 1
    ? `about “${first}”`
    : `about one of these calls: ${calls.map((c) => `“${c}”`).join(', ')}`;
}

/** Why Accept does nothing yet. */
export function leftToDo(arming: ArmingView): string {
  switch (arming) {
    case 'armed':
    case 'settling':
      return '';
    case 'read the message':
      return 'Scroll to the end of the message to accept.';
    case 'see every field':
      return 'Scroll to the last field to accept.';
    case 'open every fold':
      return 'Open the folded part of the message to accept.';
    case 'held':
      return 'A server that can press keys and buttons is at work. Wait until its call is over, or decline.';
    default:
      return arming satisfies never;
  }
}
