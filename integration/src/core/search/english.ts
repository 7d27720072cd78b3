/** English words that say nothing of what a text is about, those that questions are made of among them. */
export const englishStopWords: readonly string[] = (
	'a about after again against all also am an and any anyway are as at be because been before ' +
	'being between both but by can cannot could did do does doing done each either every few for ' +
	'from further get gets give go goes got had has have having he her here hers him his how ' +
	'however i if in into is it its itself just let like make makes may maybe me might mine more ' +
	'most must my myself need no nor not now of on once one only onto or other our ours out own ' +
	'please rather same shall she should since so some somebody someone something somewhere still ' +
	'such than that the their theirs them then there these they thing things this those through ' +
	'to too until up upon us use used uses using very want wants was we were what when where ' +
	'whether which while who whom whose why will with within without would yes yet you your yours ' +
	'don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn mustn'
).split(' ');

/**
 * English words that askers and writers of technical documentation use for one another. A question
 * that says `folder` also finds text that says `directory`, though an exact word weighs more.
 */
export const englishSynonyms: readonly (readonly string[])[] = `
a11y accessibility
allow permit
app application
appear display render show
arg argument param parameter
async await wait
auth authenticate authentication login
authorization authorize permission
backend server
begin launch start
break crash fail
browser client
build bundle compile
cached stored
cancel end exit quit stop
caution notice warning
change customize edit modify update
check test validate verify
clear delete drop erase remove uninstall
clone copy duplicate
color colour
combine join merge
command cli
component widget
concurrency parallel thread
config configuration configure option preference setting
convert transform
create generate make produce
credential password secret token
css style stylesheet
dark night
database db
date time
deactivate disable off
default standard
defer delay late lazy
deny forbid prevent prohibit
dependency dep
deploy host hosting publish release
dev development
dir directory folder
divide split
docs documentation
download fetch retrieve
enable activate
env environment
equal identical same
error exception failure issue problem
example sample
extension library module package plugin
fast performance quick speed
fix repair resolve solve troubleshoot
font typeface
func function method
handler callback hook
header heading title
hidden hide private
home homepage index root
i18n internationalization language locale translation
icon logo
image img photo picture
inside nest within
install setup
integer number
javascript js
limit maximum max
list array
localize translate
markdown md
min minimum
menu navigation nav sidebar
migrate upgrade
move rename
network connection
omit optional
order sequence sort
overwrite override replace
prod production
prop property attribute
public visible
reader user visitor
reply response return
repo repository
request call
mandatory must required
search find lookup
send submit upload
site website
string text
theme appearance
ts typescript
url address link
var variable
version release
`
	.trim()
	.split('\n')
	.map((line) => line.split(' '));
