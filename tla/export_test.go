package tla

var WithoutComments = withoutComments
