"""What one is to another, in all the forms that English has for it: `P's boss Q …`, `Q, P's boss, …`, `Q, the boss of P, …`, `the boss of P is Q`.
   Out of roles.txt, so that the head learns the form apart from the word."""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
# {a} is whose, {b} is who, {r} what the one is to the other; {v} is what goes on behind.
FORMS = ["{a}'s {r} {b} {v}", "{a}'s {r}, {b}, {v}", "{a}'s {r} [be] {b}", "{a}'s {r} is called {b}", "{b}, {a}'s {r}, {v}", "{b}, the {r} of {a}, {v}",
         "{b}, {r} of {a}, {v}", "{b}, {n} {r} of {a}, {v}", "{b} [be] the {r} of {a}", "{b} [be] {a}'s {r}", "the {r} of {a} [be] {b}", "the {r} of {a}, {b}, {v}",
         "we met {b}, {a}'s {r}", "I wrote to {b}, the {r} of {a}", "{v2} {a}'s {r} {b}", "{a}'s {r}, according to the papers, is {b}"]
PEOPLE = ['wrote back', 'is away', 'called twice', 'fell ill', 'sent flowers', 'came by bus', 'forgot the keys', 'sat in the back', 'asked for more time', 'lost the ticket', 'was late again',
          'paid for lunch', 'laughed a lot', 'has a new car', 'took notes', 'went home', 'did not answer', 'turned forty', 'missed the train', 'spoke first', 'brought cake', 'has a cold', 'agreed']
THINGS = ['broke down', 'is doing well', 'was in the news', 'is cheaper', 'cost a lot', 'closed early', 'was praised', 'made us wait', 'is well known', 'changed a lot', 'got slower']
BEFORE = ['we saw', 'yesterday I met', 'nobody knew', 'I called', 'thanks to', 'the mail came from', 'have you seen']


class Roles:
    def __init__(self, writer, kinds):
        self.writer, self.r, self.kinds = writer, writer.r, kinds
        lines = [line for line in open(f'{HERE}/roles.txt') if line.strip() and line[0] != '#']
        self.rows = [(*head.split(), names.strip().split(', ')) for head, names in (line.split('|') for line in lines)]
        self.nothing, self.some = ([row for row in self.rows if (row[0] == 'NONE') == wanted] for wanted in (True, False))

    def clause(self):
        """As the writer's: the text, what it says, and what it leaves open of who likes what."""
        r = self.r
        kind, whose, who, first, names = r.choice(self.nothing if r.random() < .12 else self.some)
        form, name = r.choice(FORMS), r.choice(names)
        goes_on = r.choice(PEOPLE if self.kinds[who] == 'PER' else THINGS)
        body = form.format(a='{' + whose + '}', b='{' + who + '}', r=name, v=goes_on, v2=r.choice(BEFORE), n='an' if name[0] in 'aeiou' else 'a')
        text, fact = self.writer.said(body)
        ends = (whose, who) if first == 'whose' else (who, whose)
        return text, [(*ends, kind, False)] if fact and kind != 'NONE' and not text.endswith('?') else [], []
